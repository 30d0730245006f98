import Glibc

/// Lists the names in a directory.
package enum DirectoryListing {
    /// The `errno` of a directory that cannot be read.
    package struct Failure: Error {
        package let errno: Int32
    }

    /// Returns the names in the directory at `path`, without `.` and `..`, as bytes: a name need not be UTF-8.
    package static func names(at path: UnsafePointer<CChar>) throws(Failure) -> [[UInt8]] {
        switch retryingInterrupts({ Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }) {
        case .success(let descriptor): try names(closing: Int32(truncatingIfNeeded: descriptor))
        case .failure(let code): throw Failure(errno: code)
        }
    }

    /// Returns the names in an open directory, without `.` and `..`, and closes the descriptor.
    package static func names(closing descriptor: Int32) throws(Failure) -> [[UInt8]] {
        guard let stream = fdopendir(descriptor) else {
            let code = errno
            close(descriptor)
            throw Failure(errno: code)
        }
        // `closedir` also closes the descriptor.
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            // `readdir` returns nil at the end and on failure; only `errno` distinguishes them.
            errno = 0
            guard let entry = readdir(stream) else { break }
            // Read the name in place: copying `d_name` would read 256 bytes, but the entry can end after the name.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [UInt8(ascii: ".")], name != [UInt8(ascii: "."), UInt8(ascii: ".")] { names.append(name) }
        }
        let code = errno
        guard code == 0 else { throw Failure(errno: code) }
        return names
    }
}
