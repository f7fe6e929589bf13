import ArgumentParser
import FourInARow

/// The command line.
struct FourOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "four",
    abstract: "Play four in a row against an opponent that thinks in another process.")

  @Option(help: "How many worker processes host the opponent; 0 hosts it in this one.")
  var workers = 1

  @Option(help: "How many moves the opponent looks ahead.")
  var depth = 5

  @Option(help: "The turn in which the opponent's process is killed while it thinks; 0 is none.")
  var kill = 0

  @Argument(help: "The columns of your moves, from 1 to 7. Without any you are asked.")
  var columns: [Int] = []

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    guard (1...8).contains(depth) else { throw ValidationError("--depth must be from 1 to 8.") }
    guard kill == 0 || workers > 0 else {
      throw ValidationError("--kill needs an opponent in a process of its own.")
    }
    guard columns.allSatisfy((1...Board.width).contains) else {
      throw ValidationError("There are columns 1 to \(Board.width).")
    }
  }
}
