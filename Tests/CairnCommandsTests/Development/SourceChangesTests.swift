import Testing

@testable import CairnCommands

@Suite("Changes of sources") struct SourceChangesTests {
    private let start = ContinuousClock.now

    private func snapshot(_ files: [String: Int]) -> SourceTree.Snapshot {
        files.mapValues { SourceTree.Stamp(time: UInt64($0), size: 1, number: 1) }
    }

    private func time(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func `a change is reported once the files are left alone`() {
        var changes = SourceChanges(since: snapshot(["a": 1, "b": 1]))
        #expect(changes.look(at: snapshot(["a": 1, "b": 1]), now: time(0)) == [] && !changes.isWaiting)
        #expect(changes.look(at: snapshot(["a": 2, "b": 1]), now: time(10)) == [] && changes.isWaiting)
        #expect(changes.look(at: snapshot(["a": 2, "b": 2]), now: time(100)) == [])
        #expect(changes.look(at: snapshot(["a": 2, "b": 2]), now: time(199)) == [])
        #expect(changes.look(at: snapshot(["a": 2, "b": 2]), now: time(200)) == ["a", "b"])
    }

    @Test func `new and removed files are changes`() {
        var changes = SourceChanges(since: snapshot(["a": 1]))
        _ = changes.look(at: snapshot(["b": 1]), now: time(0))
        #expect(changes.look(at: snapshot(["b": 1]), now: time(100)) == ["a", "b"])
    }

    @Test func `a change that is taken back causes no build`() {
        var changes = SourceChanges(since: snapshot(["a": 1]))
        _ = changes.look(at: snapshot(["a": 2]), now: time(0))
        #expect(changes.look(at: snapshot(["a": 1]), now: time(50)) == [])
        #expect(changes.look(at: snapshot(["a": 1]), now: time(500)) == [] && !changes.isWaiting)
    }

    @Test func `a change during a build is reported after it`() {
        var changes = SourceChanges(since: snapshot(["a": 1]))
        changes.beginBuild(of: snapshot(["a": 2]))
        #expect(!changes.isWaiting)
        _ = changes.look(at: snapshot(["a": 3]), now: time(0))
        #expect(changes.look(at: snapshot(["a": 3]), now: time(100)) == ["a"])
        // It is reported again until a build begins.
        #expect(changes.look(at: snapshot(["a": 3]), now: time(200)) == ["a"])
        changes.beginBuild(of: snapshot(["a": 3]))
        #expect(changes.look(at: snapshot(["a": 3]), now: time(300)) == [])
    }
}
