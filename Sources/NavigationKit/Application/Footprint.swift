import CLinux

/// Where in memory stands what the next request of a session will read.
///
/// Among many sessions one that comes after a while is in none of the processor's caches, and as its objects lead from one
/// to the next, each would be waited for in turn. Who knows beforehand where they are can fetch them all at once.
/// It says nothing about whether the objects still exist: its addresses may be fetched, never read.
package struct Footprint: Sendable {
    /// The distance of each run of lines from the first one, and in the three lowest bits how many follow it.
    private var runs = InlineArray<32, Int32>(repeating: 0)
    private var count = 0
    private var firstLine: UInt = 0

    package init() {}

    /// Adds the beginning of an object.
    ///
    /// - Parameter bytes: how much of it; what is beyond 512 is left out.
    package mutating func add(_ object: AnyObject, bytes: Int) {
        add(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), bytes: bytes)
    }

    /// Adds the elements of an array.
    package mutating func add<Element>(_ elements: [Element]) {
        elements.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { add(start, bytes: bytes.count) }
        }
    }

    /// Adds a text; a short one stands where it is held.
    package mutating func add(_ text: String) {
        text.utf8.span.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count > Self.longestShortText else { return }
            add(start - Self.textHeader, bytes: bytes.count + Self.textHeader)
        }
    }

    private static let longestShortText = 15
    private static let textHeader = 32

    /// Adds memory that begins at an address.
    @inline(__always)
    package mutating func add(_ start: UnsafeRawPointer, bytes: Int) {
        let address = UInt(bitPattern: start)
        let line = address / Self.lineSize
        let following = (address &+ UInt(truncatingIfNeeded: bytes) &- 1) / Self.lineSize &- line
        if count == 0 { firstLine = line }
        let distance = Int(truncatingIfNeeded: line &- firstLine)
        // What is too far away, as another arena of the allocator, comes without help, and so does what is too much.
        guard count < runs.count, distance.magnitude < 1 << 28, bytes > 0 else { return }
        runs[count] = Int32(truncatingIfNeeded: distance << 3) | Int32(truncatingIfNeeded: min(following, 7))
        count += 1
    }

    /// Fetches memory, while the caller goes on.
    package static func prefetch(_ start: UInt, bytes: Int) {
        var address = start & ~(lineSize - 1)
        let end = start &+ UInt(bitPattern: bytes)
        while address < end {
            processor_prefetch(address)
            address &+= lineSize
        }
    }

    /// Fetches all of it, while the caller goes on.
    package func prefetch() {
        let runs = runs.span
        for index in 0..<min(count, runs.count) {
            let run = runs[unchecked: index]
            var address = (firstLine &+ UInt(bitPattern: Int(run >> 3))) &* Self.lineSize
            let end = address &+ (UInt(truncatingIfNeeded: run & 7) &+ 1) &* Self.lineSize
            while address != end {
                processor_prefetch(address)
                address &+= Self.lineSize
            }
        }
    }

    /// Of all processors that Swift runs on, or half of it.
    private static let lineSize: UInt = 64
}

extension Application {
    /// What the next request will read of this tree.
    package final func appendFootprint(to footprint: inout Footprint) {
        footprint.add(self, bytes: 128)
        guard let window else { return }
        footprint.add(window, bytes: 256)
        guard let path = try? window.visiblePath() else { return }
        footprint.add(path)
        for controller in path { controller.appendFootprint(to: &footprint) }
    }
}
