import ArgumentParser
import Counter

/// The command line.
struct CounterOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counter",
    abstract: "Count up and down in another process.")

  @Option(help: "How many worker processes host the counter; 0 hosts it in this one.")
  var workers = 1

  @Argument(help: "The steps: up or down.")
  var steps = [Step.up, .up, .down]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
  }
}

/// A tap on one of the two buttons.
enum Step: String, CaseIterable, ExpressibleByArgument {
  case up
  case down

  var action: Counter.Action {
    switch self {
    case .up: .incrementButtonTapped
    case .down: .decrementButtonTapped
    }
  }
}
