import ClusterFeatures
import PandoCluster

/// The worker that the cluster tests start.
@main
struct Program: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Shard() }
    Feature { Slow() }
  }

  static func app() async throws {
    print("This program is started by tests, as a worker.")
  }
}
