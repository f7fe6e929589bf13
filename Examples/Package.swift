// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let pando = Target.Dependency.product(name: "Pando", package: "pando")
let journal = Target.Dependency.product(name: "PandoJournal", package: "pando")
let cluster = Target.Dependency.product(name: "PandoCluster", package: "pando")
let benchmarking = Target.Dependency.product(name: "PandoBenchmarking", package: "pando")
let testing = Target.Dependency.product(name: "PandoTesting", package: "pando")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// A module of features and the command that runs them.
struct Program {
  let command: String
  let module: String
}

let programs = [
  Program(command: "counter", module: "Counter"),
  Program(command: "todos", module: "Todos"),
  Program(command: "recipes", module: "Recipes"),
  Program(command: "birdsong", module: "Birdsong"),
  Program(command: "stations", module: "Stations"),
  Program(command: "signin", module: "SignIn"),
  Program(command: "four", module: "FourInARow"),
  Program(command: "imports", module: "Imports"),
  Program(command: "previews", module: "Previews"),
  Program(command: "jobs", module: "Jobs"),
  Program(command: "plugins", module: "Plugins"),
  Program(command: "dashboard", module: "Dashboard"),
  Program(command: "weather", module: "Weather"),
  Program(command: "survey", module: "Survey"),
]

let package = Package(
  name: "pando-examples",
  products: programs.map { .executable(name: $0.command, targets: [$0.module + "Program"]) },
  dependencies: [
    .package(name: "pando", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: programs.flatMap { program -> [Target] in
    [
      .target(name: program.module, dependencies: [pando], swiftSettings: settings),
      .executableTarget(
        name: program.module + "Program",
        dependencies: [.byName(name: program.module), pando, cluster, arguments]
          + (program.command == "jobs" ? [journal] : []),
        swiftSettings: settings),
      .testTarget(
        name: program.module + "Tests",
        dependencies: [
          .byName(name: program.module), "ExampleTestSupport", "TestWorker", testing,
        ],
        swiftSettings: settings),
    ]
  } + [
    .target(
      name: "ExampleTestSupport", dependencies: [pando, cluster, testing], path: "Tests/Support",
      swiftSettings: settings),
    // A feature as apps with SwiftUI have it, and a file that lets such features compile on Linux.
    .target(name: "Ported", dependencies: [pando], swiftSettings: settings),
    .testTarget(name: "PortedTests", dependencies: ["Ported", testing], swiftSettings: settings),
    .executableTarget(
      name: "WordsBenchmarks", dependencies: [pando, benchmarking, cluster],
      swiftSettings: settings),
    .executableTarget(
      name: "TestWorker",
      dependencies: programs.map { .byName(name: $0.module) } + [pando, cluster],
      path: "Tests/TestWorker", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
