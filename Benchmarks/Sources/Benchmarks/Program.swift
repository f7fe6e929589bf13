import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// Measures Pando beside bare libzmq, in one run.
@main
struct Program: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Asker() }
    Feature { Counter() }
    Feature { Document() }
    Feature { Labour() }
    Feature { TextCounter() }
    Feature { Watched() }
  }

  static func app() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "echo", let endpoint = arguments.dropFirst().first {
      return try ZeroMQCases.serve(endpoint, arguments.dropFirst(2))
    }
    if arguments.first == "unkeyed-worker", let endpoint = arguments.dropFirst().first {
      return try await TCPWorker.serveUnkeyed(endpoint)
    }
    if arguments.first == "instructions" {
      return try await InstructionCommand.run(arguments.dropFirst())
    }
    try await BenchmarkSuite(all).run(arguments)
  }

  /// All cases, each behind those that it is compared with.
  private static var all: [Benchmark] {
    BoundCases.all + LocalCases.all + GrowthCases.all + StateSizeCases.all + ZeroMQCases.all
      + HostedCases.all + StartCases.all + LoadCases.all + ShapeCases.all + LaneCases.all
      + ParallelCases.all
      + JournalCases.all + PoolCases.all + LossCases.all + DemoCases.all
  }
}
