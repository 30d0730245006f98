// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The release build contains the Swift runtime: one file to copy, and reference counting without PLT calls.
let selfContained: [LinkerSetting] = [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]

/// A module of the product. `uses` lists the modules that it imports.
func module(
    _ name: String, uses: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .target(name: name, dependencies: uses, exclude: exclude, resources: resources, swiftSettings: settings)
}

/// NavigationKit and the modules that it exports. A module that imports NavigationKit lists all of them, because
/// SwiftPM rebuilds it only when a module changes that it lists, and NavigationKit's own interface never does.
let navigationKit: [Target.Dependency] = ["NavigationKit", "Navigation", "Views", "Responders", "Languages", "Topics"]

func tests(of name: String, uses: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: uses, swiftSettings: settings)
}

let package = Package(
    name: "cairn",
    products: [
        .executable(name: "cairn", targets: ["Gallery"]),
        .library(
            name: "Cairn",
            targets: [
                "Cairn", "SessionStores", "SharedLogs", "HTTPProtocol", "NavigationKit", "Navigation", "Views",
                "Responders", "Languages", "Topics",
            ]),
        .library(name: "CairnCommands", targets: ["CairnCommands"]),
        .library(name: "CairnTesting", targets: ["CairnTesting"]),
    ],
    traits: [
        .trait(name: "TLS", description: "TLS by the system's OpenSSL: needs libssl-dev to build and libssl3 to run.")
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
        module("HTTPProtocol", exclude: ["README.md"]),
        module("RESP"),
        module("SystemCalls", uses: ["CLinux"]),
        module(
            "Sockets", uses: ["CLinux", "SystemCalls", .target(name: "COpenSSL", condition: .when(traits: ["TLS"]))],
            exclude: ["README.md"]),
        module("Digests"),
        module("Snapshots"),
        module("Languages"),
        module("Topics"),
        module("Responders", uses: ["Digests", "Snapshots"]),
        module("Views", uses: ["Languages", "Responders"]),
        module(
            "Navigation", uses: ["Views", "Responders", "Languages", "Topics", "Digests", "Snapshots", "SystemCalls"]),
        // Exports the five modules above, so that an app imports one.
        module("NavigationKit", uses: ["Navigation", "Views", "Responders", "Languages", "Topics"]),
        module("Hypermedia", uses: navigationKit),
        module("SessionStores", uses: ["Digests", "Snapshots", "SystemCalls", "CLinux"], exclude: ["README.md"]),
        module("SharedLogs", uses: ["SessionStores", "Snapshots", "Topics"]),
        module(
            "SessionsRedis", uses: ["SessionStores", "SharedLogs", "RESP", "Sockets", "Digests"],
            exclude: ["README.md"], resources: [.embedInCode("cairn1.lua")]),
        module(
            "Sessions", uses: navigationKit + ["SharedLogs", "SessionStores", "Digests", "Snapshots", "SystemCalls"]),
        module("Inspect", uses: navigationKit + ["Sessions", "SessionStores"]),
        // The resources are embedded in the code, so that a program is one file to copy.
        module(
            "Cairn",
            uses: navigationKit + [
                "Inspect", "Sessions", "SessionStores", "SessionsRedis", "SharedLogs", "Hypermedia", "HTTPProtocol",
                "Sockets", "Digests", "SystemCalls", "CLinux",
            ],
            resources: [
                .embedInCode("Assets/cairn.css"), .embedInCode("Assets/cairn.js"), .embedInCode("Assets/favicon.svg"),
            ]),
        module(
            "CairnCommands",
            uses: navigationKit + [
                "Cairn", "Sessions", "SessionStores", "SharedLogs", "HTTPProtocol", "Sockets", "SystemCalls", "CLinux",
            ],
            resources: [.embedInCode("Template")]),
        module(
            "CairnTesting",
            uses: navigationKit + [
                "CairnCommands", "Cairn", "SessionStores", "SharedLogs", "Hypermedia", "HTTPProtocol",
            ]),
        .executableTarget(
            name: "Gallery",
            dependencies: navigationKit + ["Cairn", "CairnCommands", "CairnTesting", "SharedLogs"],
            exclude: ["systemd"],
            swiftSettings: settings,
            linkerSettings: selfContained),
        .executableTarget(
            name: "measurements",
            dependencies: navigationKit + [
                "Cairn", "Sessions", "SessionStores", "Hypermedia", "HTTPProtocol", "Sockets",
            ],
            path: "Tests/Measurements", exclude: ["instructions.py", "stored.py", "streams.py", "streams_cluster.py"],
            swiftSettings: settings,
            linkerSettings: selfContained),
        .executableTarget(
            name: "fuzz",
            dependencies: navigationKit + [
                "Sessions", "SessionStores", "Hypermedia", "Snapshots", "HTTPProtocol", "RESP",
            ],
            path: "Tests/Fuzz", swiftSettings: settings),
        tests(of: "HTTPProtocol", uses: ["HTTPProtocol"]),
        tests(of: "RESP", uses: ["RESP"]),
        tests(of: "Sockets", uses: ["Sockets", "CLinux", "SystemCalls"]),
        tests(of: "Snapshots", uses: ["Snapshots"]),
        tests(of: "NavigationKit", uses: navigationKit + ["Snapshots"]),
        tests(of: "Hypermedia", uses: navigationKit + ["Hypermedia"]),
        tests(of: "Digests", uses: ["Digests"]),
        tests(of: "Languages", uses: ["Languages"]),
        tests(of: "SessionStores", uses: ["SessionStores", "SystemCalls"]),
        tests(of: "SharedLogs", uses: navigationKit + ["SharedLogs", "SessionStores", "CairnTesting", "Snapshots"]),
        tests(
            of: "SessionsRedis",
            uses: [
                "SessionsRedis", "SessionStores", "SharedLogs", "RESP", "Sockets", "Cairn", "CairnTesting", "CLinux",
            ]),
        tests(of: "Sessions", uses: navigationKit + ["Sessions", "SessionStores", "SystemCalls"]),
        tests(
            of: "Cairn",
            uses: navigationKit + [
                "Cairn", "CairnTesting", "Hypermedia", "HTTPProtocol", "Sessions", "SessionStores", "SharedLogs",
                "Sockets",
            ]),
        tests(of: "CairnCommands", uses: navigationKit + ["CairnCommands", "SharedLogs"]),
        tests(
            of: "Gallery",
            uses: navigationKit + [
                "Gallery", "Cairn", "CairnCommands", "CairnTesting", "Sessions", "SessionStores", "SharedLogs",
            ]),
    ]
)
