import ArgumentParser
import Foundation

/// Measures coordinators: how many children they place in a second, and how soon they go on when one is killed.
@main
struct RegistryBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-registry",
    abstract: "Measure how fast coordinators place children, and go on when one is killed.",
    discussion: """
      Coordinators are processes of their own, over ipc. With --registry memory it is one; with etcd it is two, over \
      an etcd of one member on this machine. The workers are simulated: each joins and beats as a worker does, and \
      hosts nothing.

      A placement is a call of a client, from the question to the answer. Failover is the time from kill -9 of the \
      leading coordinator: with etcd until the other one leads, in memory until the coordinator, which is started \
      again at once, knows every worker again.
      """)

  enum RegistryKind: String, CaseIterable, Codable, ExpressibleByArgument {
    case memory, etcd
  }

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "How many workers there are, one number after the other.", valueName: "count"))
  var workers: [Int] = [10, 10_000]

  @Option(help: ArgumentHelp("Where they are registered.", valueName: "kind"))
  var registry: [RegistryKind] = RegistryKind.allCases

  @Option(help: "How often each is measured.")
  var rounds = 3

  @Option(help: "How long each measurement of placements takes.")
  var seconds = 2.0

  @Flag(help: "Print one JSON document.")
  var json = false

  @Option(help: ArgumentHelp("Write the document to a file, too.", valueName: "file"))
  var output: String?

  func validate() throws {
    guard rounds > 0, seconds > 0, workers.allSatisfy({ $0 > 0 && $0 <= 16_000 }) else {
      throw ValidationError("There is a round and a time to measure, and 1 to 16,000 workers.")
    }
  }

  func run() async throws {
    var report = RegistryReport(machine: .here, rounds: rounds, seconds: seconds, cases: [])
    for kind in registry {
      for count in workers.sorted() {
        say("\(kind.rawValue), \(count) workers")
        let entry = try await RegistryCase(kind: kind, workerCount: count).measure(
          rounds: rounds, seconds: seconds, say: say)
        report.cases.append(entry)
      }
    }
    let document = try report.document()
    if json { print(document) } else { print(report.table) }
    if let output { try (document + "\n").write(toFile: output, atomically: true, encoding: .utf8) }
  }

  /// Tells of progress.
  private func say(_ text: String) {
    FileHandle.standardError.write(Data("bench-registry: \(text)\n".utf8))
  }
}
