// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "pando-benchmarks",
  dependencies: [
    .package(name: "pando", path: "..", traits: []),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CMalloc"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CMalloc",
        .product(name: "Pando", package: "pando"),
        .product(name: "PandoBenchmarking", package: "pando"),
        .product(name: "PandoCluster", package: "pando"),
        .product(name: "PandoJournal", package: "pando"),
        .product(name: "PandoTesting", package: "pando"),
        .product(name: "ZeroMQ", package: "pando"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
