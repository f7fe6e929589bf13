import ClusterFeatures
import Foundation
import Pando
import PandoCluster

/// The worker that the cluster tests start.
@main
struct Program: PandoProgram {
  static var features: some HostedFeatures {
    let _ = Scenario.endAsIfHungOnSignal()
    Feature { Shard() }
    Feature { Errand() }
    Feature { Slow() }
    Feature { Guest() }
    Feature { Fuse() }
    Feature { Squib() }
    Feature { Lodger() }
    Feature { Crier() }
    Feature { Branch() }
    Feature { Patient() }
    Feature { Riddle() }
    Feature { Saboteur() }
    Feature { Mule() }
    Feature { Sheet() }
    Feature { Intruder() }
    Feature { Reader() }
    Feature { Prisoner() }
    AlmanacShape.feature
  }

  static func prepareWorker(_ dependencies: inout DependencyValues) {
    dependencies.home = "the worker"
    Scenario.startHelpers()
    Scenario.takeThreads()
    Scenario.prepareForEver()
    SpanFile.writeAtExit()
  }

  static func app() async throws {
    switch ProcessInfo.processInfo.environment["PANDO_TEST_SCENARIO"] {
    case "busy pool":
      // On a thread of its own: the pool's are to be taken.
      Thread.detachNewThread { Scenario.busyPool() }
      try await Task.sleep(for: .seconds(100))
    case "sending pool":
      Thread.detachNewThread { Scenario.sendingPool() }
      try await Task.sleep(for: .seconds(100))
    case "idle":
      Thread.detachNewThread { Scenario.idle() }
      try await Task.sleep(for: .seconds(100))
    case "counting":
      Thread.detachNewThread { Scenario.counting() }
      try await Task.sleep(for: .seconds(200))
    case "logging":
      Thread.detachNewThread { Scenario.logging() }
      try await Task.sleep(for: .seconds(100))
    case "endless effect":
      Thread.detachNewThread { Scenario.endlessEffect() }
      try await Task.sleep(for: .seconds(100))
    case "report":
      Thread.detachNewThread { Scenario.report() }
      try await Task.sleep(for: .seconds(100))
    case "printing":
      await Scenario.printing()
    case "printing to nobody":
      await Scenario.printingToNobody()
    case "an unlisted feature":
      Thread.detachNewThread { Scenario.unlisted() }
      try await Task.sleep(for: .seconds(100))
    case "without threads":
      await Scenario.withoutThreads()
    case "hosted changes":
      await Scenario.hostedChanges()
    case "hosted where":
      await Scenario.hostedWhere()
    case "sandbox":
      await Scenario.sandbox()
    case "crash":
      await Scenario.crash()
    case "words":
      let environment = ProcessInfo.processInfo.environment
      await Scenario.words(
        onWorkers: environment["PANDO_TEST_WORKERS"] != nil,
        seed: environment["PANDO_TEST_SEED"].flatMap { UInt64($0) })
    case "neighbours":
      let environment = ProcessInfo.processInfo.environment
      await Scenario.neighbours(
        onWorkers: environment["PANDO_TEST_WORKERS"] != nil,
        seed: environment["PANDO_TEST_SEED"].flatMap { UInt64($0) } ?? 1)
    case "measured":
      try await Scenario.measured()
    case "a few pages":
      try await Scenario.pages(many: false)
    case "many pages":
      try await Scenario.pages(many: true)
    case "pooled loss":
      try await Scenario.pooledLoss()
    case "a leak":
      try await Scenario.fault("leak")
    case "a storm of squashes":
      try await Scenario.fault("squashes")
    case "connected":
      Thread.detachNewThread {
        Scenario.use { .workers(at: [$0], placementTimeoutMilliseconds: 2_000) }
      }
      try await Task.sleep(for: .seconds(100))
    case "coordinated":
      Thread.detachNewThread {
        Scenario.use { .coordinator($0, placementTimeoutMilliseconds: 2_000) }
      }
      try await Task.sleep(for: .seconds(100))
    default:
      print("This program is started by tests, as a worker.")
    }
  }
}
