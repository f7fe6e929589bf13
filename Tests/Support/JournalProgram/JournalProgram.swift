import Foundation
import Pando
import PandoCluster
import PandoJournal

/// A program with a journal and a worker, and a driver that kills it over and over.
///
/// usage: JournalProgram run FILE        counts jobs, and says what it did, until it is killed
///        JournalProgram torture KILLS   runs that in a new folder, kills it so many times at random, and checks each restart
///        JournalProgram bench           measures stores with and without a journal
@main
struct JournalProgram: PandoProgram {
  static var features: some HostedFeatures { Feature { Adder() } }

  static func app() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "run" where arguments.count == 2:
      try await Jobs.run(file: arguments.last ?? "")
    case "torture" where arguments.count == 2:
      guard let kills = Int(arguments.last ?? ""), kills > 0 else { return usage() }
      try Torture(kills: kills).run()
    case "bench" where arguments.count == 1:
      try await JournalBenchmark().run()
    default:
      usage()
    }
  }

  private static func usage() {
    FileHandle.standardError.write(
      Data(
        "usage: JournalProgram run FILE | JournalProgram torture KILLS | JournalProgram bench\n"
          .utf8))
    exit(64)
  }
}
