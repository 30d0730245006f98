import CLinux
import Glibc
import SystemCalls

/// A file that is open for reading. Reads return the content at the time of opening, or throw if it has changed.
final class OpenedFile: Sendable {
    /// Identifies a version of a file without reading its content.
    struct Stamp: Sendable, Equatable {
        var size: Int
        var seconds: Int
        var nanoseconds: Int
        var inode: UInt

        /// A stamp for content that is not in a file system.
        init(size: Int, seconds: Int) {
            (self.size, self.seconds, nanoseconds, inode) = (size, seconds, 0, 0)
        }

        fileprivate init(_ descriptor: Int32) throws(Unreadable) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw Unreadable(errno: Glibc.errno) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw Unreadable(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENOENT)
            }
            size = status.st_size
            let modified = linux_modification_time(&status)
            seconds = Int(modified / 1_000_000_000)
            nanoseconds = Int(modified % 1_000_000_000)
            inode = UInt(status.st_ino)
        }
    }

    struct Unreadable: Error, CustomStringConvertible {
        let errno: Int32

        /// The reason, as a sentence.
        var description: String { "The file cannot be read: \(String(cString: strerror(errno))) (errno \(errno))." }

        /// False for a temporary failure, such as too many open files. After any other failure, the file counts as
        /// missing.
        var isMissing: Bool {
            switch errno {
            case EMFILE, ENFILE, ENOMEM, EIO, ESTALE, EAGAIN, EINTR: false
            default: true
            }
        }
    }

    let stamp: Stamp
    private let descriptor: Int32

    /// Takes ownership of a descriptor. Closes it and throws if it is not a regular file.
    init(descriptor: Int32) throws(Unreadable) {
        self.descriptor = descriptor
        do throws(Unreadable) {
            stamp = try Stamp(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Reads a part of the file. Continues to read a replaced file; throws if the file was modified in place.
    func read(_ part: Range<Int>) throws(Unreadable) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: part.count)
        var filled = 0
        while filled < bytes.count {
            let result = retryingInterrupts {
                bytes.withUnsafeMutableBytes { buffer in
                    pread(
                        descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled,
                        part.lowerBound + filled)
                }
            }
            guard case .success(let count) = result, count > 0 else { throw Unreadable(errno: EIO) }
            filled += count
        }
        guard try Stamp(descriptor) == stamp else { throw Unreadable(errno: ESTALE) }
        return bytes
    }
}
