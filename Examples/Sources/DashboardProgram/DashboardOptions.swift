import ArgumentParser

/// The command line.
struct DashboardOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard",
    abstract: "Watch gauges that are read in other processes.",
    discussion: """
      On a terminal they are drawn over each other, elsewhere each round is a line. An exclamation mark, or red, \
      is for what is above the limit.
      """)

  @Option(help: "How many worker processes read the gauges; 0 reads them in this one.")
  var workers = 2

  @Option(help: "How many times the gauges are read.")
  var rounds = 20

  @Option(help: "How many milliseconds are between two rounds.")
  var interval = 200

  @Option(help: "The level from which on a gauge is to be looked at.")
  var limit = 80

  @Argument(help: "The places of the gauges.")
  var places = ["Aspen Creek", "Birch Run", "Elm Brook"]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    guard rounds > 0 else { throw ValidationError("--rounds must be 1 or more.") }
    guard interval > 0 else { throw ValidationError("--interval must be 1 or more.") }
    guard Set(places).count == places.count else {
      throw ValidationError("A place has one gauge; name each once.")
    }
  }
}
