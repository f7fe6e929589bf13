// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "pando-benchmarks",
  dependencies: [
    .package(name: "pando", path: "..", traits: []),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "Pando", package: "pando"),
        .product(name: "PandoCluster", package: "pando"),
        .product(name: "ZeroMQ", package: "pando"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
