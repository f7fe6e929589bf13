import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys invite`.
struct InviteKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Make a key for another machine, and a token that \"pando join\" takes there.",
    discussion: """
      It makes a key, trusts it in the keyring, and prints one line, the token: the secret key, where the \
      coordinator is, and the keys that its holder is to trust.

        pando keys invite w2 --role worker --coordinator tcp://10.0.0.7:7610 --keyring keyring | ssh w2 pando join
        pando keys invite app --role client --coordinator tcp://10.0.0.7:7610 --keyring keyring >token

      Whoever has the token is that process: take it over an encrypted connection, and remove a file that had it. It \
      is stored nowhere here. To take it back: pando keys revoke w2

      Other machines trust the key once they have the keyring.

      Exit codes: 0 when the key is trusted and the token is written, 1 when it is not, 64 when the command line \
      cannot be used.
      """)

  @Argument(help: "What the key is called: letters, digits, \".\", \"-\" and \"_\".")
  var name: String

  @Option(
    help: ArgumentHelp(
      "What its holder may be: worker, client, operator or probe. Several are allowed."),
    transform: KeysCommand.role)
  var role: [KeyRole] = []

  @Option(
    help: ArgumentHelp(
      "Where the coordinator listens, as the other machine reaches it; of several, with commas between them.",
      valueName: "endpoint"))
  var coordinator: String

  @OptionGroup var keyring: KeyringOption

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    try KeysCommand.requireName(name)
    guard !role.isEmpty, !role.contains(.coordinator) else {
      throw ValidationError(
        "Say what its holder may be: --role worker, client, operator or probe. A coordinator's key is made where "
          + "it runs: pando keys new"
      )
    }
    _ = try coordinators
  }

  private var coordinators: [Endpoint] {
    get throws {
      do throws(ZeroMQError) {
        let endpoints = try Endpoint.list(coordinator)
        if endpoints.count <= Invitation.coordinatorsAtMost,
          endpoints.allSatisfy({ $0.needsKeys && !$0.isWildcard })
        {
          return endpoints
        }
      } catch {
        throw ValidationError("--coordinator: \(error.message)")
      }
      throw ValidationError(
        "--coordinator: give tcp://HOST:PORT, as other machines reach it, \(Invitation.coordinatorsAtMost) at most."
      )
    }
  }

  private struct Document: Encodable {
    var name: String
    var publicKey: String
    var roles: [String]
    var token: String
  }

  func run() throws {
    try KeysCommand.run {
      let folder = try keyring.folder
      let invitation = try Invitation(
        name, as: Set(role), coordinators: try coordinators, keyring: folder)
      try folder.trust(invitation.publicFile, name: name)
      if json {
        print(
          try JSONDocument.text(
            Document(
              name: name, publicKey: invitation.pair.publicKey.z85,
              roles: KeyRole.allCases.filter(invitation.roles.contains).map(\.rawValue),
              token: invitation.token)))
      } else {
        print(invitation.token)
      }
      printError(
        """
        \(name) is trusted in \(folder.path), as \(invitation.roles.text). Whoever has this token is \(name): \
        give it to that machine alone, as input of "pando join". Then copy the keyring to the machines that trust \(name).
        """)
    }
  }
}
