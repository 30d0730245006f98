extension HTMLRenderer {
    /// The compiler's errors as a section above the content of each page while a program is being developed
    /// and its sources do not build.
    package static func buildFailure(_ errors: String) -> [UInt8] {
        var writer = PageWriter(capacity: 256 + errors.utf8.count)
        writer.markup(
            "\n<section id=\"build-failure\" class=\"build-failure\" role=\"alert\" aria-labelledby=\"build-title\">\n")
        writer.markup("<h2 id=\"build-title\">The program does not build</h2>\n")
        writer.markup("<p>This page is from the last build that passed.</p>\n<pre tabindex=\"0\">")
        writer.text(errors)
        writer.markup("</pre>\n</section>")
        var bytes: [UInt8] = []
        writer.append(to: &bytes)
        return bytes
    }
}
