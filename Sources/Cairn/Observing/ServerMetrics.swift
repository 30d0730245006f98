import HTTPProtocol
import Sessions
import Sockets
import SystemCalls

/// Sums the counts of a server's parts. Collecting waits for no event loop.
final class ServerMetrics: Sendable {
    /// An app with its sessions and, if it has one, its store.
    private struct App: Sendable {
        let name: String
        let sessions: SessionTable
        let store: TimedStore?
        let tasks: TaskTable
    }

    private let apps: [App]
    private let loops: [LoopMetrics]
    private let workers: [Worker]
    private let unsent: UnsentBudget
    private let streams: StreamBudget
    private let log: Log
    private let startTime = SystemClock.wall

    init(_ site: Site, workers: [Worker], stores: [String: TimedStore], unsent: UnsentBudget) {
        apps = site.endpoints.map { endpoint in
            App(
                name: endpoint.hosted.name, sessions: endpoint.sessions, store: stores[endpoint.hosted.name],
                tasks: endpoint.hosted.tasks)
        }
        self.workers = workers
        loops = workers.compactMap(\.metrics)
        self.unsent = unsent
        streams = site.streams
        log = site.log
    }

    /// All metrics that have values, in a fixed order. Those of stores only if an app has a store.
    func collect() -> [Metric] {
        let all = [
            build, start, requests, latency, connections, acceptedConnections, openStreams, unsentBytes, lag, turns,
            sessions, tasks, evictions, lockWaits, lockTimeouts,
        ]
        return (all + storeMetrics + [securityEvents, droppedLines]).filter { !$0.samples.isEmpty }
    }

    private var build: Metric {
        var metric = MetricBuilder("cairn_build_info", .gauge, "The build of the server; the value is 1.")
        metric.add(1, ["swift": Self.swift, "mode": Self.mode, "tls": Self.tls])
        return metric.metric
    }

    private var start: Metric {
        var metric = MetricBuilder(
            "process_start_time_seconds", .gauge, "The start of the server in seconds since 1970.")
        metric.add(Double(startTime) / 1_000_000_000)
        return metric.metric
    }

    // MARK: - Requests and connections

    private var requests: Metric {
        var metric = MetricBuilder("cairn_requests_total", .counter, "Responses by the class of the status and kind.")
        for source in ResponseSource.allCases {
            for statusClass in 1...5 {
                let count = loops.reduce(0) { $0 + $1.requestCount(status: statusClass, from: source) }
                metric.add(count, ["status": "\(statusClass)xx", "kind": source.rawName])
            }
        }
        return metric.metric
    }

    private var latency: Metric {
        var metric = MetricBuilder(
            "cairn_request_seconds", .histogram, "Time from the arrival of a request to its response.")
        for source in ResponseSource.allCases {
            var total = HistogramValue()
            for loop in loops { loop.addLatency(of: source, to: &total) }
            metric.add(total, ["kind": source.rawName])
        }
        return metric.metric
    }

    private var connections: Metric {
        var metric = MetricBuilder("cairn_connections", .gauge, "Open connections.")
        // Read the closed ones first: a connection that closes between the two must not give a negative number.
        let closed = loops.reduce(0) { $0 + $1.closedCount }
        metric.add(loops.reduce(0) { $0 + $1.openedCount } - closed)
        return metric.metric
    }

    private var acceptedConnections: Metric {
        var metric = MetricBuilder("cairn_connections_total", .counter, "Accepted connections.")
        metric.add(loops.reduce(0) { $0 + $1.openedCount })
        return metric.metric
    }

    private var openStreams: Metric {
        var metric = MetricBuilder("cairn_event_streams", .gauge, "Open streams of events.")
        metric.add(streams.count)
        return metric.metric
    }

    private var unsentBytes: Metric {
        var metric = MetricBuilder("cairn_unsent_bytes", .gauge, "Memory for responses that clients have not read.")
        metric.add(unsent.total)
        return metric.metric
    }

    private var lag: Metric {
        var metric = MetricBuilder(
            "cairn_loop_lag_seconds", .gauge, "How long the busiest event loop has not looked at its sockets.")
        let now = SystemClock.monotonic
        let lags = workers.map { worker in worker.loop.busySince.map { now > $0 ? now - $0 : 0 } ?? 0 }
        metric.add(MetricBuilder.seconds(Int(clamping: lags.max() ?? 0)))
        return metric.metric
    }

    private var turns: Metric {
        var metric = MetricBuilder(
            "cairn_loop_turn_seconds", .histogram, "Time of an event loop between two looks at its sockets.")
        var total = HistogramValue()
        for loop in loops { loop.addTurns(to: &total) }
        metric.add(total)
        return metric.metric
    }

    // MARK: - Sessions and stores

    private var sessions: Metric {
        var metric = MetricBuilder("cairn_sessions", .gauge, "Sessions in memory.")
        for app in apps {
            let counts = app.sessions.placeCounts
            metric.add(counts.live, ["app": app.name, "state": "live"])
            metric.add(counts.hibernated, ["app": app.name, "state": "hibernated"])
        }
        return metric.metric
    }

    private var tasks: Metric {
        var metric = MetricBuilder("cairn_background_tasks", .gauge, "Background tasks that run or wait.")
        for app in apps {
            let counts = app.tasks.counts
            metric.add(counts.running, ["app": app.name, "state": "running"])
            metric.add(counts.waiting, ["app": app.name, "state": "waiting"])
        }
        return metric.metric
    }

    private var evictions: Metric {
        var metric = MetricBuilder(
            "cairn_session_evictions_total", .counter,
            "Sessions removed from memory at a limit, or because they were idle.")
        for app in apps {
            let counters = app.sessions.counters
            for reason in SessionCounters.Eviction.allCases {
                metric.add(counters.evictions(reason), ["app": app.name, "reason": reason.name])
            }
        }
        return metric.metric
    }

    private var lockWaits: Metric {
        var metric = MetricBuilder(
            "cairn_lock_wait_seconds", .summary, "Time that actions waited for an earlier action of their session.")
        for app in apps {
            let waits = app.sessions.counters.lockWaits
            metric.add(MetricBuilder.seconds(waits.nanoseconds), ["app": app.name], suffix: "_sum")
            metric.add(waits.count, ["app": app.name], suffix: "_count")
        }
        return metric.metric
    }

    private var lockTimeouts: Metric {
        var metric = MetricBuilder(
            "cairn_lock_timeouts_total", .counter, "Actions that were refused because earlier ones took too long.")
        for app in apps { metric.add(app.sessions.counters.lockTimeouts, ["app": app.name]) }
        return metric.metric
    }

    private var storeMetrics: [Metric] {
        let stored = apps.compactMap { app in app.store.map { (app.name, $0) } }
        guard !stored.isEmpty else { return [] }
        var times = MetricBuilder("cairn_store_seconds", .histogram, "Time of the operations of a session store.")
        var errors = MetricBuilder("cairn_store_errors_total", .counter, "Failed operations of a session store.")
        for (name, store) in stored {
            for operation in TimedStore.Operation.allCases {
                let measured = store.measured(operation)
                times.add(measured.times, ["app": name, "operation": "\(operation)"])
                errors.add(measured.errors, ["app": name, "operation": "\(operation)"])
            }
        }
        return [times.metric, errors.metric]
    }

    // MARK: - Log

    private var securityEvents: Metric {
        var metric = MetricBuilder("cairn_security_events_total", .counter, "Security events, logged or not.")
        for (kind, count) in log.securityEventCounts { metric.add(count, ["kind": kind.rawValue]) }
        return metric.metric
    }

    private var droppedLines: Metric {
        var metric = MetricBuilder(
            "cairn_log_dropped_total", .counter, "Log entries that were dropped because the reader was too slow.")
        metric.add(log.droppedCount)
        return metric.metric
    }

    // MARK: - Build

    private static var mode: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    private static var tls: String {
        #if TLS
            "yes"
        #else
            "no"
        #endif
    }

    private static var swift: String {
        #if swift(>=6.4)
            "6.4"
        #elseif swift(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}
