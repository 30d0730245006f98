import Glibc
import HTTPProtocol
import NavigationKit
import Sockets

/// A file that a route sends: conditional requests and ranges work as for static files (RFC 9110 §13, §14).
struct RouteFile {
    let opened: OpenedFile
    let type: String

    /// - Throws: ``NavigationError/notFound`` if there is no such regular file, or the temporary error of opening it.
    init(path: String, type: String?, on pool: BlockingPool) async throws {
        self.type = type ?? MediaTypes.type(ofFileNamed: Array(path.utf8))
        do {
            opened = try await pool.run {
                let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                guard descriptor >= 0 else { throw OpenedFile.Unreadable(errno: errno) }
                return try OpenedFile(descriptor: descriptor)
            }
        } catch let error as OpenedFile.Unreadable where error.isMissing {
            throw NavigationError.notFound
        }
    }

    /// The response to a GET or HEAD. Other methods get the whole file.
    func response(to request: Request, status: Status, on pool: BlockingPool) -> Response {
        let stamp = opened.stamp
        let tag = "\"\(String(stamp.size, radix: 36))-\(stamp.inode)-\(stamp.seconds)-\(stamp.nanoseconds)\""
        var response = Response(status)
        response.fields.add(.contentType, type)
        guard request.method != .post, status == .ok else {
            response.body = body(0..<stamp.size, on: pool)
            return response
        }
        response.fields.add(.etag, tag)
        response.fields.add(.acceptRanges, "bytes")
        response.fields.add(
            .lastModified, String(decoding: HTTPDate.bytes(secondsSince1970: stamp.seconds), as: UTF8.self))
        switch Precondition.evaluate(request.fields, tag: tag, modified: stamp.seconds) {
        case .proceed: break
        case .unchanged: return refused(.notModified, response)
        case .failed: return refused(.preconditionFailed, response)
        }
        var range = ByteRange.whole
        if request.method == .get, request.fields.contains(.range),
            Precondition.permitsRange(request.fields, tag: tag, modified: stamp.seconds, now: time(nil))
        {
            range = ByteRange(request.fields.list(of: .range), size: stamp.size)
        }
        switch range {
        case .whole: response.body = body(0..<stamp.size, on: pool)
        case .part(let part):
            response.status = .partialContent
            response.fields.add(.contentRange, "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(stamp.size)")
            response.body = body(part, on: pool)
        case .unsatisfiable:
            response.fields.add(.contentRange, "bytes */\(stamp.size)")
            return refused(.rangeNotSatisfiable, response)
        }
        return response
    }

    private func refused(_ status: Status, _ response: Response) -> Response {
        var response = response
        response.status = status
        response.fields.remove(.contentType)
        return response
    }

    private func body(_ part: Range<Int>, on pool: BlockingPool) -> ResponseBody {
        .reader(byteCount: part.count) { [opened] range in
            let range = part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound
            return try await pool.run { try opened.read(range) }
        }
    }
}
