import Synchronization

extension SessionTable {
    /// The counters of the app.
    package var counters: SessionCounters { hosted.counters }

    /// The number of sessions in memory with controllers, and as bytes.
    package var placeCounts: (live: Int, hibernated: Int) {
        var (live, hibernated) = (0, 0)
        for shard in shards {
            let places = shard.entries.withLock(\.all)
            let inShard = places.count { $0.place.session != nil }
            live += inShard
            hibernated += places.count - inShard
        }
        return (live, hibernated)
    }
}
