import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import PandoHosting
import Testing

@Suite("The features that a program lists", .serialized)
struct FeatureListTests {
  @HostedFeaturesBuilder
  private func features(_ isWide: Bool, _ count: Int) -> some HostedFeatures {
    Feature { Shard() }
    if isWide { Feature { Slow() } }
    if isWide {
      Feature { Fuse() }
      Feature { Squib() }
    } else {
      Feature { Guest() }
    }
    for _ in 0..<count { Feature { Crier() } }
    switch count {
    case 0: Feature { Branch() }
    case 1: Feature { Patient() }
    default: Feature { Lodger() }
    }
    if #available(macOS 99, *) { Feature { Errand() } }
  }

  private func names(_ isWide: Bool, _ count: Int) -> [String] {
    features(isWide, count).list.features.map(\.descriptor.name)
      .map { $0.split(separator: ".").last.map(String.init) ?? $0 }
  }

  @Test("may depend on conditions and stand in loops")
  func conditions() {
    #expect(names(false, 0) == ["Shard", "Guest", "Branch", "Errand"])
    #expect(names(true, 1) == ["Shard", "Slow", "Fuse", "Squib", "Crier", "Patient", "Errand"])
    #expect(names(false, 2) == ["Shard", "Guest", "Crier", "Crier", "Lodger", "Errand"])
  }

  @Test("lack one that the store hosts: that is said when the workers are there, before any action")
  func missing() async throws {
    let program = try RunningProgram(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "an unlisted feature"])
    defer { program.kill() }
    try await eventually("it says what to add", within: 60) {
      program.printed.contains("of the workers' program")
    }
    let text = program.printed
    #expect(text.contains("Trunk() }\" to the \"features\""))
    #expect(text.contains("Scenario+Unlisted.swift:"))
    #expect(text.components(separatedBy: "No worker hosts").count == 2)
  }
}
