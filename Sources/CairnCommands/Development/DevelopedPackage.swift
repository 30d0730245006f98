import Cairn
import Glibc
import SystemCalls

/// The package of a program that is being developed, and how to build the program.
struct DevelopedPackage: Equatable {
    /// The folder with `Package.swift`.
    let folder: LexicalPath
    /// The executable, which is built again.
    let executable: LexicalPath
    /// The arguments of `swift`.
    let buildArguments: [String]
    /// The folder that keeps the sessions and the secret over restarts.
    let stateFolder: LexicalPath

    /// The name of the product.
    var name: String { executable.components.last ?? "" }

    /// Finds the package whose build folder has the executable, otherwise the one around the current folder.
    ///
    /// - Parameter isPackage: returns true if a folder has a `Package.swift`.
    /// - Throws: ``ConfigurationError`` if there is none.
    init(
        of executable: LexicalPath, current: LexicalPath, isPackage: (LexicalPath) -> Bool
    ) throws(ConfigurationError) {
        let build = executable.parent
        // Such as .build/x86_64-unknown-linux-gnu/debug/reading.
        let scratch = build.parent.parent
        guard let folder = (scratch.ancestors + current.ancestors).first(where: isPackage) else {
            throw ConfigurationError(
                description: "dev: no Package.swift in \(current.text) or a folder around it; change to the package.")
        }
        self.folder = folder
        self.executable = executable
        stateFolder = LexicalPath("development", in: scratch)
        var arguments = ["build", "--package-path", folder.text, "--product", executable.components.last ?? ""]
        if scratch != LexicalPath(".build", in: folder) { arguments += ["--scratch-path", scratch.text] }
        if build.components.last == "release" { arguments += ["--configuration", "release"] }
        buildArguments = arguments
    }

    /// The package of the running program.
    static func ofThisProcess() throws(ConfigurationError) -> DevelopedPackage {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw ConfigurationError(description: "dev: the path of the program is unknown.") }
        let path = String(decoding: buffer[..<count], as: UTF8.self)
        return try DevelopedPackage(of: LexicalPath(path, in: .current), current: .current) {
            access(LexicalPath("Package.swift", in: $0).text, R_OK) == 0
        }
    }
}

extension LexicalPath {
    /// The path and the folders around it, the nearest first.
    var ancestors: [LexicalPath] { components.isEmpty ? [self] : [self] + parent.ancestors }
}
