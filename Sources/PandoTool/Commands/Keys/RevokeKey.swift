import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys revoke`.
struct RevokeKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Trust a key no longer.",
    discussion: """
      Its file is removed from the keyring, after every other file with the same key. Whoever uses the keyring cuts the key's holder off within a \
      second; a keyring on another machine is another keyring.

      Exit codes: 0 when it is out of the keyring, 1 when it was not in it, or when its file, which \
      is removed then, does not tell which key it held, 64 when the command line cannot be used.
      """)

  @Argument(help: "What the key is called, as \"pando keys list\" shows it.")
  var name: String

  @OptionGroup var keyring: KeyringOption

  @Flag(help: "Print one JSON document.")
  var json = false

  private struct Revoked: Encodable {
    var name: String
    var publicKey: String
  }

  func run() throws {
    try KeysCommand.run {
      let folder = try keyring.folder
      let key = try folder.revoke(name)
      if json {
        print(try JSONDocument.text(Revoked(name: name, publicKey: key.z85)))
      } else {
        print("\(name) is trusted no longer in \(folder.path)")
      }
    }
  }
}
