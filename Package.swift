// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For modules with few unsafe constructs: the compiler refuses one that is not marked `unsafe`.
let strict =
  settings + [
    .strictMemorySafety(), .treatWarning("StrictMemorySafety", as: .error),
  ]

let package = Package(
  name: "pando",
  products: [
    .library(
      name: "Pando",
      targets: [
        "Pando", "PandoBase", "PandoCasePaths", "PandoDependencies", "PandoDialogs", "PandoHosting",
        "PandoIdentifiedCollections", "PandoSharing", "PandoWire",
      ]),
    .library(name: "PandoBenchmarking", targets: ["PandoBenchmarking"]),
    .library(name: "PandoCluster", targets: ["PandoCluster"]),
    .library(name: "PandoEnvironment", targets: ["PandoEnvironment"]),
    .library(name: "PandoEtcd", targets: ["PandoEtcd"]),
    .library(name: "PandoJournal", targets: ["PandoJournal"]),
    .library(name: "PandoOTLP", targets: ["PandoOTLP"]),
    .library(name: "PandoPage", targets: ["PandoPage"]),
    .library(name: "PandoTestSupport", targets: ["PandoTestSupport"]),
    .library(name: "PandoTesting", targets: ["PandoTesting"]),
    .library(name: "ZeroMQ", targets: ["ZeroMQ"]),
    .executable(name: "pando", targets: ["pando"]),
  ],
  traits: [
    .trait(
      name: "Diffs",
      description: """
        Shows what differs in the words of swift-custom-dump. Leave it out of a program that is linked \
        statically, which else needs libcurl.
        """),
    .trait(
      name: "Etcd",
      description: """
        Lets coordinators keep their registry in etcd. Brings gRPC, which takes minutes to build.
        """),
    .trait(
      name: "OTLP",
      description: """
        Lets programs export their traces over HTTP. Brings async-http-client, which takes minutes to build.
        """),
    .trait(
      name: "Page",
      description: """
        Lets coordinators and programs serve a status page. Brings hummingbird, which takes minutes to build.
        """),
    .default(enabledTraits: ["Diffs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    .package(
      url: "https://github.com/swift-server/async-http-client", from: "1.37.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .target(name: "PandoWire", swiftSettings: settings),
    .target(
      name: "PandoHosting",
      dependencies: ["PandoWire", .product(name: "DequeModule", package: "swift-collections")],
      swiftSettings: strict),
    .target(
      name: "PandoBase",
      dependencies: [.product(name: "IssueReporting", package: "xctest-dynamic-overlay")],
      swiftSettings: strict),
    .testTarget(name: "PandoBaseTests", dependencies: ["PandoBase"], swiftSettings: settings),
    .target(name: "PandoCasePaths", dependencies: ["PandoMacros"], swiftSettings: strict),
    .testTarget(
      name: "PandoCasePathsTests", dependencies: ["PandoCasePaths"], swiftSettings: settings),
    .target(
      name: "PandoDependencies",
      dependencies: [
        "PandoBase", "PandoMacros",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PandoDependenciesTests",
      dependencies: [
        "PandoBase", "PandoDependencies",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    .target(name: "PandoDialogs", swiftSettings: strict),
    .testTarget(
      name: "PandoDialogsTests", dependencies: ["PandoDialogs", "PandoWire"],
      swiftSettings: settings),
    .target(
      name: "PandoIdentifiedCollections",
      dependencies: [
        "PandoWire", .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PandoIdentifiedCollectionsTests",
      dependencies: [
        "PandoBase", "PandoIdentifiedCollections", "PandoWire",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .target(
      name: "PandoSharing",
      dependencies: [
        "PandoBase", "PandoDependencies", "PandoWire",
        .product(
          name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["Diffs"])),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PandoSharingTests",
      dependencies: [
        "IssueSupport", "PandoBase", "PandoDependencies", "PandoIdentifiedCollections",
        "PandoSharing", "PandoWire",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    .target(
      name: "Pando",
      dependencies: [
        "CBlackBox", "PandoBase", "PandoCasePaths", "PandoDependencies", "PandoDialogs",
        "PandoHosting",
        "PandoIdentifiedCollections", "PandoMacros", "PandoSharing", "PandoWire",
        .product(
          name: "CustomDump", package: "swift-custom-dump", condition: .when(traits: ["Diffs"])),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    .macro(
      name: "PandoMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PandoMacrosTests",
      dependencies: [
        "PandoMacros",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .target(
      name: "PandoSimulation",
      dependencies: [
        "Pando", "PandoHosting", "PandoWire",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      path: "Tests/Support/PandoSimulation", swiftSettings: settings),
    .target(
      name: "SimulationPrograms",
      dependencies: [
        "Pando", "PandoHosting", "PandoSimulation", "PandoWire",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      path: "Tests/Support/SimulationPrograms", swiftSettings: settings),
    .target(
      name: "IssueSupport",
      dependencies: [
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay")
      ],
      path: "Tests/Support/IssueSupport", swiftSettings: settings),
    .target(
      name: "ProgramSupport", path: "Tests/Support/ProgramSupport", swiftSettings: settings),
    .target(
      name: "SocketSupport", dependencies: ["ZeroMQ"], path: "Tests/Support/SocketSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "SimulationProgram",
      dependencies: [
        "Pando", "PandoSimulation", "ProgramSupport", "SimulationPrograms",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Support/SimulationProgram", swiftSettings: settings),
    .testTarget(
      name: "PandoSimulationTests",
      dependencies: [
        "Pando", "PandoHosting", "PandoSimulation", "PandoTesting", "SimulationPrograms",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CPostgres", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "PandoJournal", dependencies: ["CPostgres", "CSQLite", "Pando", "PandoWire"],
      swiftSettings: settings),
    .executableTarget(
      name: "JournalProgram", dependencies: ["Pando", "PandoCluster", "PandoJournal"],
      path: "Tests/Support/JournalProgram", swiftSettings: settings),
    .target(
      name: "JournalSamples", dependencies: ["PandoJournal"],
      path: "Tests/Support/JournalSamples", swiftSettings: settings),
    .executableTarget(
      name: "JournalHelper", dependencies: ["JournalSamples", "Pando", "PandoJournal"],
      path: "Tests/Support/JournalHelper", swiftSettings: settings),
    .testTarget(
      name: "PandoJournalTests",
      dependencies: [
        "CSQLite", "JournalHelper", "JournalProgram", "JournalSamples", "Pando", "PandoJournal",
        "PandoWire",
      ],
      swiftSettings: settings),
    .target(name: "PandoBenchmarking", dependencies: ["Pando"], swiftSettings: strict),
    .testTarget(
      name: "PandoBenchmarkingTests", dependencies: ["Pando", "PandoBenchmarking"],
      swiftSettings: settings),
    .target(
      name: "PandoEnvironment",
      dependencies: [
        "Pando",
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PandoEnvironmentTests",
      dependencies: [
        "Pando", "PandoEnvironment",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    .systemLibrary(
      name: "CZeroMQ", pkgConfig: "libzmq", providers: [.apt(["libzmq3-dev"])]),
    .target(
      name: "ZeroMQ", dependencies: ["CZeroMQ"],
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .systemLibrary(name: "CProcess"),
    .target(name: "CBlackBox"),
    .target(name: "CConfinement"),
    .target(
      name: "PandoCluster",
      dependencies: [
        "CBlackBox", "CConfinement", "CProcess", "Pando", "PandoHosting", "PandoWire", "ZeroMQ",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    .target(
      name: "PandoEtcd",
      dependencies: [
        "PandoCluster",
        .product(name: "GRPCCore", package: "grpc-swift-2", condition: .when(traits: ["Etcd"])),
        .product(
          name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport",
          condition: .when(traits: ["Etcd"])),
        .product(
          name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: .when(traits: ["Etcd"])),
        .product(name: "Logging", package: "swift-log"),
        .product(
          name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["Etcd"])),
      ],
      swiftSettings: settings),
    .target(
      name: "PandoPage",
      dependencies: [
        "Pando", "PandoCluster", "PandoHosting",
        .product(
          name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Page"])),
        .product(
          name: "HTTPTypes", package: "swift-http-types", condition: .when(traits: ["Page"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Page"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Page"])),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.embedInCode("Resources")],
      swiftSettings: settings),
    .testTarget(
      name: "PandoPageTests",
      dependencies: [
        "ClusterFeatures", "Pando", "PandoCluster", "PandoHosting", "PandoJournal", "PandoPage",
        "PandoWire", "ZeroMQ",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "PageProgram",
      dependencies: [
        "ClusterFeatures", "Pando", "PandoCluster", "PandoJournal", "PandoPage",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Support/PageProgram", swiftSettings: settings),
    .target(
      name: "PandoOTLP",
      dependencies: [
        "Pando", "PandoCluster",
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["OTLP"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["OTLP"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["OTLP"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["OTLP"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["OTLP"])),
        .product(
          name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["OTLP"])),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PandoOTLPTests",
      dependencies: [
        "PandoOTLP",
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["OTLP"])),
        .product(
          name: "SwiftProtobuf", package: "swift-protobuf", condition: .when(traits: ["OTLP"])),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "TraceProgram",
      dependencies: ["ClusterFeatures", "Pando", "PandoCluster", "PandoOTLP"],
      path: "Tests/Support/TraceProgram", swiftSettings: settings),
    .target(
      name: "PandoTool",
      dependencies: [
        "Pando", "PandoCluster", "PandoEtcd", "PandoHosting", "PandoOTLP", "PandoPage", "ZeroMQ",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "pando",
      dependencies: [
        "PandoTool",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PandoCommandTests",
      dependencies: [
        "Pando", "PandoCluster", "PandoTool", "ProgramSupport", "pando",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ZeroMQTests", dependencies: ["CZeroMQ", "SocketSupport", "ZeroMQ"],
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "ClusterFeatures", dependencies: ["HostileDeeds", "Pando"],
      path: "Tests/Support/ClusterFeatures",
      swiftSettings: settings),
    .target(name: "HostileDeeds", path: "Tests/Support/HostileDeeds"),
    .executableTarget(
      name: "ClusterProgram",
      dependencies: [
        "ClusterFeatures", "HostileDeeds", "Pando", "PandoCluster", "ZeroMQ",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      path: "Tests/Support/ClusterProgram", swiftSettings: settings),
    .executableTarget(
      name: "PlainProgram", dependencies: ["ClusterFeatures", "Pando", "PandoCluster"],
      path: "Tests/Support/PlainProgram", swiftSettings: settings),
    .executableTarget(
      name: "StressProgram",
      dependencies: [
        "CProcess", "ClusterFeatures", "Pando", "PandoCluster", "PandoHosting", "PandoSimulation",
        "ProgramSupport", "ZeroMQ",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      path: "Tests/Support/StressProgram", swiftSettings: settings),
    .executableTarget(
      name: "HostsProgram",
      dependencies: [
        "Pando", "PandoCluster",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Support/HostsProgram", swiftSettings: settings),
    .executableTarget(
      name: "RegistryBenchmark",
      dependencies: [
        "PandoCluster", "PandoHosting", "PandoWire", "ZeroMQ", "pando",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Support/RegistryBenchmark", swiftSettings: settings),
    .testTarget(
      name: "PandoStressTests", dependencies: ["SimulationProgram", "StressProgram"],
      swiftSettings: settings),
    .target(
      name: "RegistryChecks",
      dependencies: [
        "PandoCluster", "PandoHosting", "PandoWire",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Support/RegistryChecks", swiftSettings: settings),
    .testTarget(
      name: "PandoEtcdTests",
      dependencies: [
        "ClusterFeatures", "ClusterProgram", "Pando", "PandoCluster", "PandoEtcd", "RegistryChecks",
        "ZeroMQ", "pando", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PandoClusterTests",
      dependencies: [
        "CBlackBox", "CConfinement", "ClusterFeatures", "ClusterProgram", "Pando", "PandoCluster",
        "PandoHosting", "PandoWire", "PlainProgram", "ProgramSupport", "RegistryChecks",
        "SocketSupport", "ZeroMQ",
        "pando",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    .target(
      name: "FoundationSupport", path: "Tests/Support/FoundationSupport", swiftSettings: settings),
    .target(
      name: "FuzzingSupport", dependencies: ["PandoWire"], path: "Tests/Support/FuzzingSupport",
      swiftSettings: settings),
    .testTarget(
      name: "PandoWireTests", dependencies: ["FoundationSupport", "FuzzingSupport", "PandoWire"],
      swiftSettings: settings),
    .testTarget(name: "PandoHostingTests", dependencies: ["PandoHosting"], swiftSettings: settings),
    .testTarget(
      name: "PandoTests",
      dependencies: [
        "IssueSupport", "Pando", "PandoHosting", "PandoIdentifiedCollections", "PandoTesting",
        "PandoWire", "ProgramSupport",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "OrderedCollections", package: "swift-collections"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings),
    .target(
      name: "PandoTestSupport",
      dependencies: [
        "Pando", "PandoDependencies", "PandoTesting",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    .target(
      name: "PandoTesting",
      dependencies: [
        "Pando", "PandoBase", "PandoHosting", "PandoWire",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PandoTestingTests",
      dependencies: [
        "IssueSupport", "Pando", "PandoHosting", "PandoTesting",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings),
    // As a user's test target is declared.
    .testTarget(
      name: "NurseryTests", dependencies: ["Pando", "PandoTestSupport", "PandoTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "ReferenceTests",
      dependencies: [
        "Pando", "PandoEnvironment",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      // Where `/State.detail, action: /Action.detail` is no regular expression.
      swiftSettings: [
        .enableUpcomingFeature("InferSendableFromCaptures"), .swiftLanguageMode(.v5),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Only the tests that are named, with what they need: a sanitizer's build of everything takes long.
//
// Tests of macros are built for the compiler to load, and with them, in the same bundle, all others would be, and every
// module a second time. So `make macros-test` names them, and no other build has them.
if let tests = Context.environment["PANDO_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
} else {
  package.targets.removeAll { $0.name == "PandoMacrosTests" }
}
// Macros of a plug-in that was built before: without a sanitizer, or in another folder.
if Context.environment["PANDO_MACROS"] == "built" {
  package.targets.removeAll { ["PandoMacros", "PandoMacrosTests"].contains($0.name) }
  for target in package.targets {
    target.dependencies.removeAll {
      if case .byNameItem("PandoMacros", _) = $0 { true } else { false }
    }
  }
}

// What `.ci/run` asks for: a warning of a newer compiler stops nobody else.
if Context.environment["PANDO_WARNINGS"] == "errors" {
  for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}

// What Scripts/build-benchmarks asks for: it links statically, for which Swift Testing and XCTest have no
// libraries. Failures of a TestStore are printed then.
if Context.environment["PANDO_TEST_FRAMEWORKS"] == "none" {
  for target in package.targets where target.name == "PandoTesting" {
    target.dependencies.removeAll {
      if case .productItem("IssueReportingTestSupport", _, _, _) = $0 { true } else { false }
    }
  }
}
