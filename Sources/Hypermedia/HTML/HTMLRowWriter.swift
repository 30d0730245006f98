package import NavigationKit

/// The format of the rows of HTML pages.
package final class HTMLRowFormat: RowFormat {
    private let mountPath: MountPath

    /// - Parameter mountPath: the mount path of the app, for links.
    package init(mountPath: MountPath) { self.mountPath = mountPath }

    package func makeWriter() -> any RowWriter { HTMLRowWriter(mountPath: mountPath) }
}

/// Writes the rows of lists as HTML while their screen is built. The markup is that of `Page.row(_:)` for a row without
/// extras; tests compare both on all screens of the gallery.
final class HTMLRowWriter: RowWriter {
    // Accessed by one rendering only, so checks for exclusive access are not needed.
    @exclusivity(unchecked) private var writer = PageWriter(capacity: 4096)
    private let mountPath: MountPath

    init(mountPath: MountPath) { self.mountPath = mountPath }

    var count: Int { writer.count }

    func append(_ row: UnsafePointer<Row>, _ action: EncodedAction, leadingTo location: Location?) {
        if let location {
            writer.markup("<li><a href=\"")
            writer.attribute(mountPath.url(of: location))
            writer.markup("\" class=\"row\"><span class=\"title\">")
        } else {
            writer.markup(WireName.beginningOfRowButton)
            writer.token(of: action)
            writer.markup("\" class=\"row\"><span class=\"title\">")
        }
        writer.text(row.pointee.title)
        guard row.pointee.subtitle == nil, row.pointee.badge == nil else {
            return end(row.pointee.subtitle, row.pointee.badge, isLink: location != nil)
        }
        location == nil ? writer.markup("</span></button></li>\n") : writer.markup("</span></a></li>\n")
    }

    private func end(_ subtitle: String?, _ badge: String?, isLink: Bool) {
        writer.endTitle(subtitle)
        if let badge {
            writer.markup(" ")
            writer.badge(badge, .accent)
        }
        isLink ? writer.markup("</a></li>\n") : writer.markup("</button></li>\n")
    }

    func finish() -> [UInt8] {
        var bytes: [UInt8] = []
        writer.append(to: &bytes)
        return bytes
    }
}

extension PageWriter {
    /// Writes the token of an action into an attribute. A plain one has no character that HTML escapes.
    @inline(__always)
    mutating func token(of action: EncodedAction) {
        action.isTokenPlain ? raw(action.token) : attribute(action.token)
    }

    /// Ends the title of a row, and writes its second line.
    mutating func endTitle(_ subtitle: String?) {
        markup("</span>")
        guard let subtitle else { return }
        markup(" <span class=\"subtitle\">")
        text(subtitle)
        markup("</span>")
    }

    /// Writes a short note.
    mutating func badge(_ text: String, _ role: BadgeRole) {
        if role == .accent {
            markup("<span class=\"badge\">")
        } else {
            markup("<span class=\"badge ")
            raw(role.rawValue)
            markup("\">")
        }
        self.text(text)
        markup("</span>")
    }
}
