// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "pando-benchmarks",
  dependencies: [
    .package(name: "pando", path: ".."),
  ],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "Pando", package: "pando"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
