import ClusterFeatures
import Pando
import PandoCluster

/// The worker that the cluster tests start.
@main
struct Program: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Shard() }
    Feature { Guest() }
  }

  static func prepareWorker(_ dependencies: inout DependencyValues) {
    dependencies.home = "the worker"
  }

  static func app() async throws {
    print("This program is started by tests, as a worker.")
  }
}
