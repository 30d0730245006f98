// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "desk",
    dependencies: [.package(name: "cairn", path: "../..")],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "Desk",
            dependencies: [
                "CSQLite", .product(name: "CairnCommands", package: "cairn"),
                .product(name: "CairnTesting", package: "cairn"),
            ], swiftSettings: settings),
        .testTarget(
            name: "DeskTests", dependencies: ["Desk", .product(name: "CairnTesting", package: "cairn")],
            swiftSettings: settings),
    ]
)
