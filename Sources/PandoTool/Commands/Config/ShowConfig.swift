import ArgumentParser
import PandoCluster

/// `pando config show`.
struct ShowConfig: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show each setting that is given, and where.",
    discussion: """
      It reads the environment and the file as a command that is started here does:

        pando config show --config /etc/pando/worker.json
        PANDO_LOG_LEVEL=debug pando config show --json

      Exit codes: 0 when every setting can be used, 1 when not, 64 when the command line cannot be used.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print one JSON document.")
  var json = false

  private struct Line: Encodable {
    var setting: String
    var value: String
    var source: String
  }

  private struct Document: Encodable {
    var file: String?
    var settings: [Line]
  }

  func run() throws {
    do throws(SettingsError) {
      let settings = try Settings(config: config.config)
      var lines: [Line] = []
      for setting in Setting.allCases {
        guard let found = try settings.find(setting) else { continue }
        lines.append(Line(setting: setting.rawValue, value: found.value, source: found.source))
      }
      show(lines, settings.file)
    } catch {
      for problem in error.problems { printError("error: \(problem)") }
      throw ExitCode(1)
    }
  }

  private func show(_ lines: [Line], _ file: String?) {
    if json {
      if let text = try? JSONDocument.text(Document(file: file, settings: lines)) { print(text) }
    } else if lines.isEmpty {
      print(
        "nothing is set, by the environment or in a file; pando config --help lists what can be")
    } else {
      // Without a head.
      var table = TextTable(["", "", ""])
      for line in lines { table.add([line.setting, line.value, line.source]) }
      for line in table.lines.dropFirst() { print(line) }
    }
  }
}
