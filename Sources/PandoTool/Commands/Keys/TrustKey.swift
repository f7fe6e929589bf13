import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys trust`.
struct TrustKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Let the holder of a public key be something.",
    discussion: """
      The key is put into the keyring, with these roles and no others:

        pando keys trust w1.pub --role worker
        pando keys trust app.pub --role client --role operator
        pando keys trust --public-key='Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID' --name app --role client

      Exit codes: 0 when it is trusted, 1 when it is not, 64 when the command line cannot be used.
      """)

  @Argument(help: ArgumentHelp("The public file that \"pando keys new\" made.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("The public key itself, in place of a file.", valueName: "key"))
  var publicKey: String?

  @Option(help: "What the key is called here. Default: the file's name.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "What its holder may be: client, worker, coordinator, operator or probe. Several are allowed."
    ),
    transform: KeysCommand.role)
  var role: [KeyRole] = []

  @OptionGroup var keyring: KeyringOption

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    guard (file == nil) != (publicKey == nil) else {
      throw ValidationError("Give a public key's file, or --public-key KEY and --name NAME.")
    }
    guard file != nil || name != nil else {
      throw ValidationError("--public-key needs --name NAME.")
    }
    guard !role.isEmpty else {
      throw ValidationError("Say what its holder may be: --role \(KeyRole.list).")
    }
    _ = try KeysCommand.publicKey(publicKey)
    guard KeyName.isValid(chosenName) else {
      throw ValidationError(
        "\"\(chosenName)\" cannot be the name of a key: give --name with letters, digits, \".\", \"-\" "
          + "and \"_\".")
    }
  }

  /// The name that was given, or the file's without folder and ending.
  private var chosenName: String {
    if let name { return name }
    let last = file.flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
    return last.hasSuffix(PublicKeyFile.suffix) ? String(last.dropLast(4)) : last
  }

  func run() throws {
    try KeysCommand.run {
      let folder = try keyring.folder
      let key = try readKey()
      let trusted = PublicKeyFile(key: key, roles: Set(role))
      try folder.trust(trusted, name: chosenName)
      if json {
        print(
          try JSONDocument.text(
            KeyDescription(name: chosenName, key: key.z85, roles: trusted.roles)))
      } else {
        print("\(chosenName) is trusted in \(folder.path), as \(trusted.roles.text)")
      }
    }
  }

  private func readKey() throws -> CurveKey {
    if let publicKey { return try CurveKey(z85: publicKey) }
    return try PublicKeyFile(namedByPerson: file ?? "").key
  }
}
