package import NavigationKit

/// Renders screens as Siren entities: the content of the page, without decorative images, for programs.
package enum SirenRenderer {
    /// Appends the entity for `screen` to `bytes`.
    package static func render(_ screen: Screen, in context: PageContext, into bytes: inout [UInt8]) {
        var entity = SirenEntity(screen: screen, context: context)
        entity.render()
        entity.writer.append(to: &bytes)
    }
}
