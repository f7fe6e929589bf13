import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys`.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Make keys, and say whose are trusted.",
    discussion: """
      Who connects over tcp is known by a key. Each process has one; what a key may be is in a keyring, a \
      folder with one file for each public key:

        pando keys new w1                                  w1.key, which is secret, and w1.pub
        pando keys trust w1.pub --role worker --keyring /etc/pando/keyring
        pando keys list --keyring /etc/pando/keyring
        pando keys revoke w1 --keyring /etc/pando/keyring

      Give a process another key, and another machine a key of its own:

        pando keys rotate --help
        pando keys invite --help

      Running daemons and programs read a keyring again when it changes: a key that is trusted works, and \
      one that is revoked is cut off, within a second.

      The roles: a client has features hosted, a worker hosts them, a coordinator names workers, an \
      operator asks for the status and drains workers, a probe asks for health and nothing else.

      Exit codes: 0 when it is done, 1 when it is not, 64 when the command line cannot be used.
      """,
    subcommands: [
      NewKey.self, ListKeys.self, TrustKey.self, RevokeKey.self, RotateKey.self, InviteKey.self,
    ])

  /// Runs a command's body; its errors go to standard error.
  static func run(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as KeyError {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }

  /// A role on the command line.
  static func role(_ text: String) throws -> KeyRole {
    guard let role = KeyRole(rawValue: text) else {
      throw ValidationError("\"\(text)\" is no role; there are \(KeyRole.list).")
    }
    return role
  }

  /// The key of an option `--public-key`.
  static func publicKey(_ text: String?) throws -> CurveKey? {
    guard let text else { return nil }
    guard let key = try? CurveKey(z85: text) else {
      throw ValidationError(
        "--public-key is not a key: it is 40 characters of Z85. Put it in single quotes.")
    }
    return key
  }

  /// Throws where a new key cannot have a name.
  static func requireName(_ name: String) throws {
    guard KeyName.isValid(name) else {
      throw ValidationError(
        "\"\(name)\" cannot be the name of a key: write letters, digits, \".\", \"-\" and \"_\".")
    }
  }
}

/// Which keyring a command is about.
struct KeyringOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder with the public keys that are trusted. Default: PANDO_KEYRING.", valueName: "dir")
  )
  var keyring: String?

  func validate() throws { _ = try folder }

  var folder: KeyringFolder {
    get throws {
      guard let path = ClusterKeys(keyring: keyring, key: nil).keyringPath else {
        throw ValidationError("No keyring is named. Give --keyring DIR, or set PANDO_KEYRING.")
      }
      return KeyringFolder(path: path)
    }
  }
}

/// A key of a keyring, for programs.
struct KeyDescription: Encodable {
  var name: String
  var publicKey: String
  var roles: [String]

  init(name: String, key: String, roles: Set<KeyRole>) {
    self.name = name
    publicKey = key
    self.roles = KeyRole.allCases.filter(roles.contains).map(\.rawValue)
  }
}
