/// A binary heap of a loop's timers, ordered by deadline. Each timer stores its index, so that removing it needs no
/// search.
struct TimerHeap {
    private var items: [Timer] = []
    private var insertions: UInt64 = 0

    var next: UInt64? { items.first?.deadline }

    mutating func insert(_ timer: Timer) {
        guard timer.isWanted else { return }
        insertions &+= 1
        timer.order = insertions
        timer.index = items.count
        items.append(timer)
        rise(from: timer.index)
    }

    mutating func remove(_ timer: Timer) {
        let index = timer.index
        guard items.indices.contains(index) else { return }
        timer.index = -1
        let last = items.removeLast()
        guard last !== timer else { return }
        place(last, at: index)
        rise(from: index)
        sink(from: last.index)
    }

    mutating func popDue(at now: UInt64) -> Timer? {
        guard let first = items.first, first.deadline <= now else { return nil }
        remove(first)
        return first
    }

    mutating func removeAll() {
        for timer in items { timer.index = -1 }
        items = []
    }

    private mutating func place(_ timer: Timer, at index: Int) {
        items[index] = timer
        timer.index = index
    }

    private mutating func rise(from start: Int) {
        let timer = items[start]
        var index = start
        while index > 0 {
            let parent = items[(index - 1) / 2]
            guard timer.precedes(parent) else { break }
            let above = parent.index
            place(parent, at: index)
            index = above
        }
        place(timer, at: index)
    }

    private mutating func sink(from start: Int) {
        let timer = items[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < items.count else { break }
            if child + 1 < items.count, items[child + 1].precedes(items[child]) { child += 1 }
            guard items[child].precedes(timer) else { break }
            place(items[child], at: index)
            index = child
        }
        place(timer, at: index)
    }
}
