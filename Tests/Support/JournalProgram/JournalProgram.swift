import Foundation
import Pando
import PandoCluster
import PandoJournal

/// A program with a journal and a worker, and a driver that kills it over and over.
///
/// usage: JournalProgram run FILE|CONNECTION|SOCKET      counts jobs, and says what it did, until it is killed, or has
///                                                       handed them over
///        JournalProgram crash FILE                      has an action that no worker survives, and ends
///        JournalProgram torture KILLS [CONNECTION]      runs that in a new folder, or in a schema of PostgreSQL that has no
///                                                       journal yet, kills it so many times at random, and checks each
///                                                       restart
@main
struct JournalProgram: PandoProgram {
  static var features: some HostedFeatures { Feature { Adder() } }

  static func app() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "run" where arguments.count == 2:
      try await Jobs.run(place: arguments.last ?? "")
    case "crash" where arguments.count == 2:
      try await Jobs.crash(place: arguments.last ?? "")
    case "torture" where (2...3).contains(arguments.count):
      guard let kills = arguments.dropFirst().first.flatMap({ Int($0) }), kills > 0 else {
        return usage()
      }
      try Torture(kills: kills, connection: arguments.dropFirst(2).first).run()
    default:
      usage()
    }
  }

  private static func usage() {
    FileHandle.standardError.write(
      Data(
        """
        usage: JournalProgram run FILE|CONNECTION|SOCKET | crash FILE | torture KILLS [CONNECTION]

        """.utf8))
    exit(64)
  }
}
