import ClusterFeatures
import Foundation
import Pando
import Testing

@testable import PandoCluster

/// Faults that are planted in programs and workers, and found as docs/OPERATE.md says: by metrics alone.
@Suite("Planted faults", .serialized, .timeLimit(.minutes(15)))
struct PlantedFaultTests {
  /// The values of a metric by one of its labels.
  private func values(
    _ name: MetricName, by label: String, at address: MeasuredProgram.Address,
    where other: String = ""
  ) throws -> [String: Double] {
    var found: [String: Double] = [:]
    for (series, value) in try address.scrape().values
    where series.hasPrefix(name.rawValue + "{") && (other.isEmpty || series.contains(other)) {
      guard let start = series.range(of: "\(label)=\"") else { continue }
      found[String(series[start.upperBound...].prefix { $0 != "\"" })] = value
    }
    return found
  }

  @Test("a slow reducer, by the time that each feature's take on its worker")
  func slowReducer() async throws {
    let endpoint = "/tmp/pando-w-\(UUID().uuidString.prefix(8)).sock"
    let worker = try MeasuredProgram([
      "worker", "--bind", "ipc://\(endpoint)", "--metrics", "127.0.0.1:0",
    ])
    let address = try await worker.address()
    let store = Store(initialState: Ward.State()) {
      Ward()
    } withDependencies: {
      $0.hosting = .workers(at: ["ipc://\(endpoint)"])
    }
    for _ in 0..<30 {
      store.send(.patient(.dawdle(milliseconds: 10)))
      for _ in 0..<50 { store.send(.healthy(.up)) }
    }
    await store.send(.healthy(.up)).finish()
    let seconds = try values(.workerFeatureSum, by: "feature", at: address)
    #expect(seconds.max { $0.value < $1.value }?.key == "ClusterFeatures.Patient")
    #expect(try #require(seconds["ClusterFeatures.Patient"]) >= 0.3)
    // None of the slow one's took 5 ms or less, and most of the other's did.
    let quick = try values(
      .workerFeatureBuckets, by: "feature", at: address, where: "le=\"0.005\"")
    let counts = try values(.workerFeatureCount, by: "feature", at: address)
    #expect(counts["ClusterFeatures.Patient"] == 30)
    #expect(quick["ClusterFeatures.Patient"] == 0)
    #expect(
      try #require(quick["ClusterFeatures.Shard"]) * 2
        > #require(counts["ClusterFeatures.Shard"]))
    // One of 64 is picked while they are quick, so the last of them are still to be counted.
    #expect(try (1...1_501).contains(#require(counts["ClusterFeatures.Shard"])))
    await store.stop()
  }

  @Test("a leak, by the memory of each worker")
  func leak() async throws {
    let program = try MeasuredProgram([], environment: ["PANDO_TEST_SCENARIO": "a leak"])
    let address = try await program.address()
    try await eventually("both children are placed") { program.text.contains("placed\n") }
    var before: [String: Double] = [:]
    try await eventually("both workers are there") {
      before = (try? values(.linkResidentBytes, by: "worker", at: address)) ?? [:]
      return before.count == 2
    }
    var growth: [String: Double] = [:]
    try await eventually("the memory of one grows") {
      let now = (try? values(.linkResidentBytes, by: "worker", at: address)) ?? [:]
      growth = now.merging(before) { $0 - $1 }
      return growth.values.contains { $0 > 150_000_000 }
    }
    let leaking = try #require(growth.max { $0.value < $1.value }?.key)
    #expect(growth.values.filter { $0 > 100_000_000 }.count == 1)
    // `store.hostedChildren` says whom it hosts.
    #expect(program.text.contains("ClusterFeatures.Patient is on \(leaking)\n"))
  }

  @Test("a storm of squashes, by what is reduced twice")
  func squashes() async throws {
    let program = try MeasuredProgram(
      [], environment: ["PANDO_TEST_SCENARIO": "a storm of squashes"])
    let address = try await program.address()
    try await eventually("children are squashed all the time") {
      let squashes = (try? values(.featureSquashes, by: "feature", at: address)) ?? [:]
      return (squashes["ClusterFeatures.Patient"] ?? 0) > 100
    }
    let squashes = try values(.featureSquashes, by: "feature", at: address)
    #expect((squashes["ClusterFeatures.Shard"] ?? 0) < 10)
    // Of one moment: the program goes on while it is asked.
    let counts = try address.scrape().values
    let sums = [MetricName.linkActions, .linkCommits].map { name in
      counts.filter { $0.key.hasPrefix(name.rawValue + "{") }.values.reduce(0, +)
    }
    #expect(sums[0] > sums[1] * 1.02)
    let windows = try values(.featureWindow, by: "feature", at: address)
    #expect(
      try #require(windows["ClusterFeatures.Patient"])
        < #require(windows["ClusterFeatures.Shard"]))
  }
}
