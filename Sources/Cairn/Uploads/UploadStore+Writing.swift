import Glibc
import Sockets
import Synchronization
import SystemCalls

/// Jobs that block on the disk.
extension UploadStore {
    /// Maximum number of pending jobs of all networks together; one network can have an eighth of them (``share``).
    static let maxQueueLength = 4_096

    /// Runs a job on the blocking pool.
    ///
    /// - Throws: ``Failure/busy`` if too many jobs are pending, in total or from this network, or the pool runs no
    ///   jobs; or the error of `body`.
    func perform<T: Sendable>(
        from network: UInt64?, _ body: @escaping @Sendable () throws -> T
    ) async throws(Failure) -> T {
        let isTooMany = state.withLock { state in
            guard let network else { return false }
            state.waiting[network, default: 0] += 1
            return state.waiting[network, default: 0] > Self.maxQueueLength / Self.share
        }
        defer {
            state.withLock { state in
                guard let network, let count = state.waiting[network] else { return }
                state.waiting[network] = count > 1 ? count - 1 : nil
            }
        }
        guard !isTooMany else { throw .busy }
        do {
            return try await pool.run(body)
        } catch let error as Failure {
            throw error
        } catch {
            throw .busy
        }
    }

    /// Writes all bytes to the file at `path`. Blocks on the disk.
    static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(Failure) {
        var start = 0
        while start < bytes.count {
            let result = retryingInterrupts {
                bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            switch result {
            case .success(0): throw .system(path, ENOSPC)
            case .success(let count): start += count
            case .failure(let code): throw .system(path, code)
            }
        }
    }
}
