import Foundation
import Pando
import PandoCluster

/// Measures Pando beside bare libzmq, in one run.
@main
struct Program: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Counter() }
    Feature { Watched() }
    Feature { TextCounter() }
  }

  static func app() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "echo", let endpoint = arguments.dropFirst().first {
      try ZeroMQCases.serve(endpoint, key: arguments.dropFirst(2).first)
      return
    }
    var rounds = 5
    var output = "results.json"
    var filters: [String] = []
    while let argument = arguments.popFirst() {
      switch argument {
      case "--rounds": rounds = arguments.popFirst().flatMap(Int.init) ?? rounds
      case "--output": output = arguments.popFirst() ?? output
      case "--help", "-h":
        print(help)
        return
      default: filters.append(argument)
      }
    }
    try await run(filters, rounds: max(1, rounds), output: output)
  }

  private static let help = """
    usage: Benchmarks [--rounds N] [--output FILE] [NAME-PART ...]

    Runs every case whose name contains one of the parts (all without any), N rounds each (5), prints
    a table of medians, and writes FILE (results.json). Close other programs first.
    """

  private static func run(_ filters: [String], rounds: Int, output: String) async throws {
    let all =
      LocalCases.all + GrowthCases.all + HostedCases.all + StateSizeCases.all + DemoCases.all
      + ZeroMQCases.all
    let cases = all.filter { item in
      filters.isEmpty || filters.contains { item.name.contains($0) }
    }
    guard !cases.isEmpty else {
      throw BenchmarkError("no case has a name with \(filters.joined(separator: " or "))")
    }
    var measurements: [Measurement] = []
    for item in cases {
      var measurement = Measurement(name: item.name)
      let round = try await item.prepare()
      _ = try await round()
      for _ in 0..<rounds { measurement.add(try await round()) }
      measurements.append(measurement)
      FileHandle.standardError.write(Data("\(item.name): \(Int(measurement.median))/s\n".utf8))
    }
    print(Report.table(measurements))
    try Report.write(measurements, to: output)
  }
}
