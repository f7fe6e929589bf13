// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that the other sample programs do not wait for an HTTP server to be built.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "pando-web-example",
  products: [.executable(name: "calculations", targets: ["CalculationsProgram"])],
  dependencies: [
    .package(name: "pando", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .target(
      name: "Calculations",
      dependencies: [
        .product(name: "Pando", package: "pando"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "CalculationsProgram",
      dependencies: [
        "Calculations",
        .product(name: "Pando", package: "pando"),
        .product(name: "PandoCluster", package: "pando"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CalculationsTests",
      dependencies: [
        "Calculations", "CalculationsProgram",
        .product(name: "PandoCluster", package: "pando"),
        .product(name: "PandoTesting", package: "pando"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ],
      // Buffers become data by a module of SwiftNIO that hummingbird brings along.
      swiftSettings: Array(settings.dropLast())),
  ],
  swiftLanguageModes: [.v6]
)
