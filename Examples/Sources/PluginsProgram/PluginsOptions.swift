import ArgumentParser
import Plugins

/// The command line.
struct PluginsOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "Send texts through plug-ins, each in a process of its own.",
    discussion: """
      The plug-ins are \(Plugin.State.names.joined(separator: ", ")). The last has a fault: a text of one word ends \
      its process, or this one where no worker hosts it.
      """)

  @Option(
    help:
      "How many worker processes host plug-ins, one for each by default; 0 hosts them in this one.")
  var workers: Int?

  @Option(parsing: .upToNextOption, help: "The plug-ins, in the order in which they have a text.")
  var use = ["capitals", "numbers"]

  @Flag(help: "Say which process has each plug-in.")
  var processes = false

  @Argument(help: "The texts, behind -- where plug-ins are named.")
  var texts = ["a grove of aspens", "one root"]

  func validate() throws {
    guard (0...16).contains(workers ?? 1) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    for name in use where Plugin.State(named: name) == nil {
      throw ValidationError(
        "There is no plug-in '\(name)'; there are \(Plugin.State.names.joined(separator: ", ")).")
    }
  }
}
