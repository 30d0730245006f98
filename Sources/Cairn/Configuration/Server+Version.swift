extension Server {
    /// The version of this library, by the rules of semantic versioning (semver.org).
    public static var version: String { "0.9.0" }
}
