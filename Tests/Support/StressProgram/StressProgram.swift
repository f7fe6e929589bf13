import ArgumentParser
import InMemoryTracing
import Pando
import PandoCluster

/// Runs random programs on real worker processes while something goes wrong all the time, and compares
/// every state with what one process makes of the same actions.
@main
struct StressProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Item() }
    Feature { Hand() }
  }

  static func prepareWorker(_ dependencies: inout DependencyValues) throws {
    // For the actions that the client traces.
    dependencies.tracing = .sampled(0, by: InMemoryTracer())
  }

  static func app() async throws {
    await StressCommand.run()
  }
}
