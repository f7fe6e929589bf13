import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys rotate`.
struct RotateKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Give a process another key, while both are trusted.",
    discussion: """
      It takes three parts, since a daemon reads its secret at its start, and a keyring whenever that changes. \
      Each says what to do before the next one:

        pando keys rotate w1 --keyring /etc/pando/keyring --directory /etc/pando
        pando keys rotate w1 --switch --keyring /etc/pando/keyring --directory /etc/pando
        pando keys rotate w1 --finish --keyring /etc/pando/keyring --directory /etc/pando

      The first makes a pair beside the old one, w1.next.key and w1.next.pub, and trusts it as w1.next with the \
      roles of w1: now the keyring goes to every machine. The second puts the new secret in place of w1.key: now the \
      process is started again. The third trusts the new key alone, as w1.

      Where the keyring and the secret are on different machines, run the first and the second where w1.key is; its \
      words have the command, with --public-key, for where a keyring is. A part that was broken off, or is repeated, \
      goes on from where it stopped.

      Exit codes: 0 when the part is done as far as its files are here, 1 when it is not, 64 when the command line \
      cannot be used.
      """)

  @Argument(help: "What the key is called, as \"pando keys list\" shows it.")
  var name: String

  @Flag(name: .customLong("switch"), help: "Put the new secret in the place of the old one.")
  var switchOver = false

  @Flag(help: "Trust the new key alone.")
  var finish = false

  @Option(help: ArgumentHelp("Where the secret key is.", valueName: "dir"))
  var directory = "."

  @Option(
    help: ArgumentHelp(
      "A folder with public keys that are trusted. Default: PANDO_KEYRING. Without one, the secret alone is handled.",
      valueName: "dir"))
  var keyring: String?

  @Option(
    help: ArgumentHelp("The new key, where its secret is on another machine.", valueName: "key"))
  var publicKey: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    try KeysCommand.requireName(name)
    guard KeyName.isValid(rotation(nil).nextName) else {
      throw ValidationError("\(name) is too long: \(rotation(nil).nextName) is no name of a key.")
    }
    guard !(switchOver && finish) else {
      throw ValidationError("Give --switch or --finish, one after the other.")
    }
    guard try KeysCommand.publicKey(publicKey) == nil || !switchOver else {
      throw ValidationError("--switch is done where the secret is, without --public-key.")
    }
  }

  private func rotation(_ told: CurveKey?) -> KeyRotation {
    let path = ClusterKeys(keyring: keyring, key: nil).keyringPath
    return KeyRotation(
      name, in: directory, keyring: path.map(KeyringFolder.init), told: told)
  }

  private struct Document: Encodable {
    var name: String
    var state: String
    var publicKey: String?
    var done: [String]
    var next: [String]
  }

  func run() throws {
    try KeysCommand.run {
      let rotation = rotation(try KeysCommand.publicKey(publicKey))
      let part: RotationPlan.Part = switchOver ? .switch : finish ? .finish : .prepare
      let (plan, files) = try rotation.run(part)
      let done = plan.steps.compactMap(rotation.done)
      let next = rotation.next(plan, files)
      if json {
        print(
          try JSONDocument.text(
            Document(
              name: name, state: plan.state.rawValue, publicKey: rotation.newKey(files)?.z85,
              done: done, next: next)))
      } else {
        let lines = done.isEmpty ? ["nothing is left to do here; \(plan.state.rawValue)"] : done
        print((lines + next.map { "next: \($0)" }).joined(separator: "\n"))
      }
    }
  }
}
