import ArgumentParser
import PandoCluster

/// `pando config check`.
struct CheckConfig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with a file of settings, and how to mend it.",
    discussion: """
      Every problem has the file, the line, the setting and what can be written instead. What the file \
      leaves out is taken to be as it is by default. Files that it names and this machine lacks are told, and are \
      no problem.

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
    var notes: [String] = []
  }

  func run() throws {
    var document = Document(file: file, isUsable: true, problems: [])
    do throws(SettingsError) {
      document.notes = try SettingsFile(path: file, isAlone: true).missingFiles
    } catch {
      document.problems = error.problems
      document.isUsable = false
    }
    if json {
      print(try JSONDocument.text(document))
    } else {
      for problem in document.problems { printError("error: \(problem)") }
      for note in document.notes { printError("note: \(note)") }
      if document.isUsable { print("\(file): every setting can be used") }
    }
    if !document.isUsable { throw ExitCode(1) }
  }
}
