import Foundation
import Logging
import PandoCluster
import PandoHosting
import PandoWire

/// One registry with one number of workers.
struct RegistryCase {
  let kind: RegistryBenchmark.RegistryKind
  let workerCount: Int

  private static let clientCount = 16

  func measure(
    rounds: Int, seconds: Double, say: (String) -> Void
  ) async throws -> RegistryReport.Case {
    let cluster = try await BenchmarkCluster(kind: kind, workerCount: workerCount)
    defer { cluster.end() }
    do {
      return try await measure(cluster, rounds: rounds, seconds: seconds, say: say)
    } catch {
      say("it failed; the last lines of its processes:\n\(cluster.lastLines)")
      throw error
    }
  }

  private func measure(
    _ cluster: BenchmarkCluster, rounds: Int, seconds: Double, say: (String) -> Void
  ) async throws -> RegistryReport.Case {
    let feature = FeatureDescriptor(
      name: "Benchmark.Feature", state: SchemaFingerprint(rawValue: 1),
      action: SchemaFingerprint(rawValue: 2))
    let members = try SimulatedMembers(
      count: workerCount, beatMilliseconds: cluster.beatMilliseconds, feature: feature
    ) { try cluster.makeClient() }
    let clients = PlacementClients(
      clients: try (0..<Self.clientCount).map { _ in try cluster.makeClient() }, feature: feature,
      members: members)

    let start = ContinuousClock.now
    let life = Task { await members.run() }
    defer { life.cancel() }
    try await eventually("all workers have joined", within: 300) {
      members.joined(times: 1) == workerCount
    }
    let joining = (ContinuousClock.now - start) / .seconds(1)
    try await cluster.makeWhole()
    say("all have joined after \(String(format: "%.1f", joining)) s")

    var (one, sixteen, each): ([Double], [Double], [Double]) = ([], [], [])
    var (status, failover, gap): ([Double], [Double], [Double]) = ([], [], [])
    for round in 1...rounds {
      let ofOne = await clients.ask(1, seconds: seconds)
      guard ofOne.count > 0 else {
        throw BenchmarkFailure(description: "no placement was answered within \(seconds) s")
      }
      one.append(Double(ofOne.count) / seconds)
      each.append(ofOne.durations.sorted()[ofOne.count / 2] * 1e6)
      sixteen.append(Double(await clients.ask(Self.clientCount, seconds: seconds).count) / seconds)
      let asked = ContinuousClock.now
      let known = try await cluster.knownWorkers()
      status.append((ContinuousClock.now - asked) / .seconds(1))
      guard known == workerCount else {
        throw BenchmarkFailure(description: "of \(workerCount) workers it knows \(known)")
      }

      let asking = Task { await clients.ask(1, seconds: 120) }
      let killed = ContinuousClock.now
      try await cluster.fail {
        members.joined(times: round + 1) == workerCount
      }
      let end = ContinuousClock.now
      failover.append((end - killed) / .seconds(1))
      asking.cancel()
      let answers = await asking.value.answers.filter { $0 >= killed && $0 <= end }
      let instants = [killed] + answers + [end]
      gap.append(zip(instants, instants.dropFirst()).map { ($1 - $0) / .seconds(1) }.max() ?? 0)
      try await cluster.makeWhole()
      say("round \(round): \(Int(one.last ?? 0)) placements a second of one client")
    }
    for client in clients.clients { await client.shutdown() }
    return RegistryReport.Case(
      registry: kind.rawValue, workers: workerCount, beatMilliseconds: cluster.beatMilliseconds,
      joinsPerSecond: Double(workerCount) / joining, placementsPerSecondOfOne: .init(one),
      placementsPerSecondOf16: .init(sixteen), placementMicroseconds: .init(each),
      statusSeconds: .init(status), failoverSeconds: .init(failover),
      placementGapSeconds: .init(gap))
  }
}
