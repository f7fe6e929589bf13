import ArgumentParser
import PandoCluster
import ZeroMQ

/// `pando keys list`.
struct ListKeys: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the keys of a keyring, with their roles.",
    discussion: """
      Files that cannot be used are told on standard error, and then the exit code is 1: their keys are \
      not trusted.

      Exit codes: 0 when every file was read, 1 when one was not, 64 when the command line cannot be used.
      """)

  @OptionGroup var keyring: KeyringOption

  @Flag(help: "Print one JSON document.")
  var json = false

  private struct Document: Encodable {
    var keyring: String
    var keys: [KeyDescription]
    var problems: [String: String]
  }

  func run() throws {
    try KeysCommand.run {
      let folder = try keyring.folder
      let content = try folder.read()
      let keys = content.keyring.entries
        .map { KeyDescription(name: $0.value.name, key: $0.key.z85, roles: $0.value.roles) }
        .sorted { $0.name < $1.name }
      if json {
        print(
          try JSONDocument.text(
            Document(
              keyring: folder.path, keys: keys,
              problems: content.problems.mapValues { "\($0)" })))
      } else {
        print(table(keys, folder.path))
      }
      for (file, problem) in content.problems.sorted(by: { $0.key < $1.key }) {
        printError("error: The key file \(folder.path)/\(file) \(problem).")
      }
      if !content.problems.isEmpty { throw ExitCode(1) }
    }
  }

  private func table(_ keys: [KeyDescription], _ path: String) -> String {
    guard !keys.isEmpty else {
      return "the keyring \(path) is empty; fill it: pando keys trust FILE --role ROLE"
    }
    var table = TextTable(["name", "roles", "public key"])
    for key in keys { table.add([key.name, key.roles.joined(separator: ", "), key.publicKey]) }
    return table.lines.joined(separator: "\n")
  }
}
