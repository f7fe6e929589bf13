import ArgumentParser
import PandoCluster

/// `pando config check`.
struct CheckConfig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with a file of settings, and how to mend it.",
    discussion: """
      Every problem has the file, the line, the setting and what can be written instead. What the file \
      leaves out is taken to be as it is by default.

        pando config check /etc/pando/worker.json

      Exit codes: 0 when a command can use the file, 1 when not, 64 when the command line cannot be used.
      """)

  @Argument(help: "The file.")
  var file: String

  @Flag(help: "Print one JSON document.")
  var json = false

  private struct Document: Encodable {
    var file: String
    var isUsable: Bool
    var problems: [SettingsFile.Problem]
  }

  func run() throws {
    var problems: [SettingsFile.Problem] = []
    do throws(SettingsError) {
      _ = try SettingsFile(path: file, isAlone: true)
    } catch {
      problems = error.problems
    }
    if json {
      print(
        try KeysCommand.document(
          Document(file: file, isUsable: problems.isEmpty, problems: problems)))
    } else if problems.isEmpty {
      print("\(file): every setting can be used")
    } else {
      for problem in problems { printError("error: \(problem)") }
    }
    if !problems.isEmpty { throw ExitCode(1) }
  }
}
