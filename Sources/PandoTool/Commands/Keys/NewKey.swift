import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys new`.
struct NewKey: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract:
      "Make a key pair: NAME.key, which only its owner may read, and NAME.pub, for everybody.",
    discussion: """
      The secret file stays where its process runs. The public file goes to where that process is to be \
      trusted: pando keys trust NAME.pub --role ROLE

      Exit codes: 0 when both files are there, 1 when they are not, 64 when the command line cannot be used.
      """)

  @Argument(help: "What the key is called: letters, digits, \".\", \"-\" and \"_\".")
  var name: String

  @Option(help: ArgumentHelp("Where the files are put.", valueName: "dir"))
  var directory = "."

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    try KeysCommand.requireName(name)
  }

  private struct Made: Encodable {
    var name: String
    var publicKey: String
    var publicFile: String
    var secretFile: String
  }

  func run() throws {
    try KeysCommand.run {
      let files = try NewKeyFiles.make(name, in: directory)
      if json {
        print(
          try JSONDocument.text(
            Made(
              name: name, publicKey: files.key.z85, publicFile: files.publicPath,
              secretFile: files.secretPath)))
      } else {
        print(
          """
          \(files.secretPath)  secret: keep it where its process runs
          \(files.publicPath)  public: pando keys trust \(files.publicPath) --role ROLE
          \(files.key)
          """)
      }
    }
  }
}
