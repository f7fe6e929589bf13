import ArgumentParser
import Todos

/// The command line.
struct TodosOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "todos",
    abstract: "Keep a list of things to do, in another process.")

  @Option(help: "How many worker processes host the list; 0 hosts it in this one.")
  var workers = 1

  @Argument(
    help: ArgumentHelp(
      "What to do, one after the other.", discussion: "Of: \(Request.usage)", valueName: "request"),
    transform: Request.init(text:))
  var requests = [
    Request.add("Buy milk"), .add("Call Ada"), .add("Sweep the yard"), .done(3),
    .move(2, before: 1),
    .show(.active),
  ]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
  }
}
