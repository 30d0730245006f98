/// Jobs and closures that other threads have submitted to a loop.
struct CrossThreadQueue {
    var jobs: [UnownedJob] = []
    var bodies: [@Sendable () -> Void] = []
    var isSignalled = false
    var hasEnded = false
}

extension EventLoop {
    /// The maximum number of rounds of jobs per iteration, before sockets are polled again.
    private static let roundsPerTurn = 64

    /// Enqueues a job of a task. On the loop's own thread this is a plain append.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            queued.append(job)
        } else {
            submit(job)
        }
    }

    /// Runs `body` on the loop: in the next round of jobs, or, from another thread, usually in the next iteration.
    /// Callable from any thread. After the loop has ended, `body` is dropped.
    package func execute(_ body: @escaping @Sendable () -> Void) {
        if isCurrent {
            bodies.append(body)
            return
        }
        let mustWake = foreign.withLock { work in
            guard !work.hasEnded else { return false }
            work.bodies.append(body)
            defer { work.isSignalled = true }
            return !work.isSignalled
        }
        if mustWake { poller.wake() }
    }

    private func submit(_ job: UnownedJob) {
        let (mustWake, hasEnded) = foreign.withLock { work in
            guard !work.hasEnded else { return (false, true) }
            work.jobs.append(job)
            defer { work.isSignalled = true }
            return (!work.isSignalled, false)
        }
        if mustWake { poller.wake() }
        // A task that outlives its loop must still complete, because other tasks can await it.
        if hasEnded { globalConcurrentExecutor.enqueue(job) }
    }

    func takeForeignWork() {
        let (jobs, newBodies) = foreign.withLock { work in
            defer {
                work.jobs.removeAll(keepingCapacity: true)
                work.bodies.removeAll(keepingCapacity: true)
                work.isSignalled = false
            }
            return (work.jobs, work.bodies)
        }
        queued.append(contentsOf: jobs)
        bodies.append(contentsOf: newBodies)
    }

    func runJobs() {
        for _ in 0..<Self.roundsPerTurn {
            if !bodies.isEmpty {
                let batch = bodies
                bodies = []
                for body in batch { body() }
            }
            if queued.isEmpty {
                if bodies.isEmpty { return }
                continue
            }
            runRound()
        }
    }

    /// Runs the queued jobs at once, on the loop's thread. Jobs that they enqueue run later. Does nothing if called
    /// from within a job.
    package func runQueuedJobs() {
        if running.isEmpty, !queued.isEmpty { runRound() }
    }

    private func runRound() {
        swap(&queued, &running)
        let executor = asUnownedTaskExecutor()
        for index in running.indices { running[index].runSynchronously(on: executor) }
        running.removeAll(keepingCapacity: true)
    }

    func forwardRemainingWork() {
        let jobs = foreign.withLock { work in
            work.hasEnded = true
            defer { work = CrossThreadQueue(hasEnded: true) }
            return work.jobs
        }
        for job in queued { globalConcurrentExecutor.enqueue(job) }
        for job in jobs { globalConcurrentExecutor.enqueue(job) }
        queued = []
        bodies = []
    }
}
