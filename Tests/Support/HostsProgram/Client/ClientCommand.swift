import ArgumentParser
import Foundation
import Pando
import PandoCluster

/// The command line of a client.
struct ClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "HostsProgram",
    abstract: "Sends to children on the workers of a cluster, and checks every state.",
    discussion: """
      Prints a line of JSON ten times a second. Every state that the store passes through is compared with \
      what one process makes of the same actions; the lines say how many were, and what was wrong. Ends when \
      standard input does, with status 1 if anything was wrong. The keys are those of PANDO_KEYRING and \
      PANDO_KEY. With "worker" as the first argument it is a worker: see HostsProgram worker --help.
      """)

  @Option(help: "The coordinators, with commas between them.")
  var coordinator: String

  @Option(help: "Tells the client from others in the notes of effects.")
  var client: Int = 1

  @Option(help: "How long a worker may leave a question unanswered, in milliseconds.")
  var silence: Int = 3_000

  @Flag(help: "Use workers of this very build alone.")
  var sameBuild = false

  static func runOrExit() async throws {
    let command = parseOrExit()
    let client = Client(
      number: command.client,
      hosting: .coordinator(
        command.coordinator, silenceMilliseconds: command.silence, sameBuild: command.sameBuild))
    Foundation.exit(await client.run() ? 0 : 1)
  }
}
