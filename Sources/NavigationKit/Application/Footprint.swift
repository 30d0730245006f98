import CLinux

/// The prefetch set of a session: the memory addresses that its next request will read.
///
/// With many sessions, the objects of one that was idle are no longer in the processor's caches. Following the pointers
/// costs one cache miss after another; with known addresses, the objects are prefetched in parallel. The objects can be
/// freed meanwhile, so prefetch the addresses and never read them.
package struct Footprint: Sendable {
    /// The runs of cache lines: the distance from `firstLine` in lines, with the number of following lines in the three
    /// lowest bits.
    private var runs = InlineArray<32, Int32>(repeating: 0)
    private var count = 0
    private var firstLine: UInt = 0

    package init() {}

    /// Adds the beginning of an object.
    ///
    /// - Parameter bytes: the number of bytes to prefetch; at most 512 are used.
    package mutating func add(_ object: AnyObject, bytes: Int) {
        add(UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()), bytes: bytes)
    }

    /// Adds the elements of an array.
    package mutating func add<Element>(_ elements: [Element]) {
        elements.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { add(start, bytes: bytes.count) }
        }
    }

    /// Adds the storage of a string. A short string is stored inline and needs none.
    package mutating func add(_ text: String) {
        text.utf8.span.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count > Self.maxShortTextLength else { return }
            add(start - Self.textHeader, bytes: bytes.count + Self.textHeader)
        }
    }

    private static let maxShortTextLength = 15
    private static let textHeader = 32

    /// Adds memory that starts at `start`.
    @inline(__always)
    package mutating func add(_ start: UnsafeRawPointer, bytes: Int) {
        let address = UInt(bitPattern: start)
        let line = address / Self.lineSize
        let following = (address &+ UInt(truncatingIfNeeded: bytes) &- 1) / Self.lineSize &- line
        if count == 0 { firstLine = line }
        let distance = Int(truncatingIfNeeded: line &- firstLine)
        // Omit memory that is too far away, such as in another arena of the allocator, or that exceeds the capacity.
        guard count < runs.count, distance.magnitude < 1 << 28, bytes > 0 else { return }
        runs[count] = Int32(truncatingIfNeeded: distance << 3) | Int32(truncatingIfNeeded: min(following, 7))
        count += 1
    }

    /// Starts to load memory into the cache and returns immediately.
    package static func prefetch(_ start: UInt, bytes: Int) {
        var address = start & ~(lineSize - 1)
        let end = start &+ UInt(bitPattern: bytes)
        while address < end {
            processor_prefetch(address)
            address &+= lineSize
        }
    }

    /// Starts to load all added memory into the cache and returns immediately.
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

    /// The size of a cache line in bytes on the processors that Swift supports; on some it is half of the real size.
    private static let lineSize: UInt = 64
}

extension Application {
    /// Adds the memory of the visible controllers to the prefetch set of the next request.
    package final func appendFootprint(to footprint: inout Footprint) {
        footprint.add(self, bytes: 128)
        guard let window else { return }
        footprint.add(window, bytes: 256)
        guard let path = try? window.visiblePath() else { return }
        footprint.add(path)
        for controller in path { controller.appendFootprint(to: &footprint) }
    }
}
