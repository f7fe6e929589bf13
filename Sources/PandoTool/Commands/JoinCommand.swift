import ArgumentParser
import Glibc
import PandoCluster
import ZeroMQ

/// `pando join`.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Take part in a cluster, by a token that \"pando keys invite\" made.",
    discussion: """
      It reads the token from its input, where no list of processes shows it, and writes NAME.key, the folder keyring, \
      and pando.env, which says where these and the coordinator are:

        ssh admin pando keys invite w2 --role worker --coordinator tcp://10.0.0.7:7610 --keyring keyring | pando join
        pando join --directory /etc/pando/w2 <token

      Whoever has the token can do the same: remove the file that had it. What is there already stays. Where another \
      key is there, nothing is written. A pando.env that has other settings, as that of the systemd units has, stays \
      too, and the lines that it lacks are printed. The key belongs to who ran this: give it to the user of the worker.

      It prints the command that is next. The keyring here has those who were trusted when the token was made: whom \
      the others trust since then, copy or trust here, too.

      Exit codes: 0 when the files are there, 1 when they are not, 64 when the command line cannot be used.
      """)

  @Option(help: ArgumentHelp("Where the files are put.", valueName: "dir"))
  var directory = "."

  @Flag(help: "Print one JSON document.")
  var json = false

  private struct Document: Encodable {
    var name: String
    var roles: [String]
    var publicKey: String
    var keyFile: String
    var keyring: String
    var environmentFile: String
    var missingSettings: [String]
    var trusted: [KeyDescription]
    var next: String
  }

  func run() throws {
    if isatty(STDIN_FILENO) == 1 {
      printError("Paste the token that \"pando keys invite\" printed, and end the line:")
    }
    try KeysCommand.run {
      let token = try TokenInput.read(
        STDIN_FILENO, bytesAtMost: Invitation.bytesAtMost, usage: "pando join <FILE")
      let accepted = try AcceptedInvitation(try Invitation(token: token), in: directory)
      let invitation = accepted.invitation
      if json {
        print(
          try JSONDocument.text(
            Document(
              name: invitation.name,
              roles: KeyRole.allCases.filter(invitation.roles.contains).map(\.rawValue),
              publicKey: invitation.pair.publicKey.z85, keyFile: accepted.keyPath,
              keyring: accepted.keyring.path, environmentFile: accepted.environmentPath,
              missingSettings: accepted.missingSettings,
              trusted: invitation.trusted.map {
                KeyDescription(name: $0.name, key: $0.file.key.z85, roles: $0.file.roles)
              }, next: Self.next(accepted))))
      } else {
        let missing = accepted.missingSettings
        let lines = missing.map { "\n  \($0)" }.joined()
        print(
          """
          \(accepted.keyPath)  secret: it makes this \(invitation.name), \(invitation.roles.text)
          \(accepted.keyring.path)  trusts \(invitation.trusted.map(\.name).joined(separator: ", "))
          \(accepted.environmentPath)  \(missing.isEmpty ? "settings" : "stays as it is; add to it:")\(lines)
          next: \(Self.next(accepted))
          """)
      }
    }
  }

  /// The command that uses the files.
  private static func next(_ accepted: AcceptedInvitation) -> String {
    let invitation = accepted.invitation
    let settings = "set -a; . '\(accepted.environmentPath)'; set +a; "
    if invitation.roles.contains(.worker) {
      return settings
        + "pando worker --name \(invitation.name) --bind tcp://HOST:7611, with an address of this machine as HOST"
    }
    if invitation.roles.contains(.operator) { return settings + "pando status" }
    if invitation.roles.contains(.probe) { return settings + "pando health" }
    return settings + "and start your program"
  }
}
