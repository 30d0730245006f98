/// The media types of files by filename extension (RFC 9110 §8.3.1).
enum MediaTypes {
    /// Returns text types with their charset (§8.3.2), and `application/octet-stream` without a known extension.
    static func type(of file: FilePath) -> String { type(ofFileNamed: file.octets) }

    /// Returns the type for a path in octets.
    static func type(ofFileNamed path: [UInt8]) -> String {
        let name = path.suffix(while: { $0 != UInt8(ascii: "/") })
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "application/octet-stream" }
        return types[String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()] ?? "application/octet-stream"
    }

    private static let types = [
        // Pages and their resources.
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "xhtml": "application/xhtml+xml; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
        "jsonld": "application/ld+json", "map": "application/json", "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
        "speculationrules": "application/speculationrules+json", "appcache": "text/cache-manifest; charset=utf-8",
        // Text and data.
        "txt": "text/plain; charset=utf-8", "text": "text/plain; charset=utf-8", "log": "text/plain; charset=utf-8",
        "md": "text/markdown; charset=utf-8", "markdown": "text/markdown; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "tsv": "text/tab-separated-values; charset=utf-8",
        "ics": "text/calendar; charset=utf-8", "vcf": "text/vcard; charset=utf-8", "vtt": "text/vtt; charset=utf-8",
        "xml": "application/xml; charset=utf-8", "xsl": "application/xslt+xml; charset=utf-8",
        "xsd": "application/xml; charset=utf-8", "rss": "application/rss+xml; charset=utf-8",
        "atom": "application/atom+xml; charset=utf-8", "yaml": "application/yaml", "yml": "application/yaml",
        "toml": "application/toml", "geojson": "application/geo+json", "topojson": "application/json",
        "gpx": "application/gpx+xml; charset=utf-8", "kml": "application/vnd.google-earth.kml+xml",
        "kmz": "application/vnd.google-earth.kmz", "ndjson": "application/x-ndjson", "graphql": "application/graphql",
        "tex": "application/x-tex", "sql": "application/sql", "sh": "application/x-sh",
        // Images.
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "jfif": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "heic": "image/heic",
        "heif": "image/heif", "jxl": "image/jxl", "ico": "image/x-icon", "bmp": "image/bmp", "tif": "image/tiff",
        "tiff": "image/tiff",
        // Audio and video.
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "oga": "audio/ogg", "ogg": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "weba": "audio/webm", "mid": "audio/midi",
        "midi": "audio/midi", "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg",
        "mov": "video/quicktime", "avi": "video/x-msvideo", "mkv": "video/matroska", "mpeg": "video/mpeg",
        "mpg": "video/mpeg", "ts": "video/mp2t", "m3u8": "application/vnd.apple.mpegurl",
        "mpd": "application/dash+xml",
        // Fonts.
        "woff2": "font/woff2", "woff": "font/woff", "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection",
        "eot": "application/vnd.ms-fontobject",
        // Documents.
        "pdf": "application/pdf", "rtf": "application/rtf", "epub": "application/epub+zip",
        "ps": "application/postscript",
        "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation",
        // Archives and programs.
        "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "bz2": "application/x-bzip2",
        "xz": "application/x-xz", "zst": "application/zstd", "br": "application/x-brotli", "tar": "application/x-tar",
        "7z": "application/x-7z-compressed", "rar": "application/vnd.rar", "jar": "application/java-archive",
        "apk": "application/vnd.android.package-archive", "deb": "application/vnd.debian.binary-package",
        "dmg": "application/x-apple-diskimage", "iso": "application/x-iso9660-image",
    ]
}

extension [UInt8] {
    fileprivate func suffix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[((lastIndex { !isWanted($0) } ?? -1) + 1)...]
    }
}
