import ArgumentParser

/// The command line.
struct SurveyOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey",
    abstract: "Count primes on several machines.",
    discussion: """
      The numbers are counted in sections. Where a machine dies, others go on with its sections from what had been \
      counted there. Over tcp the keys are those of PANDO_KEYRING and PANDO_KEY. "survey worker --help" tells how \
      workers are started.
      """)

  @Option(
    help: "The coordinator whose workers count: an endpoint, or several with commas between them.")
  var coordinator: String?

  @Option(
    help: "Where there is no coordinator: how many worker processes count; 0 counts in this one.")
  var workers = 2

  @Option(help: "Count the primes below this number.")
  var below = 2_000_000

  @Option(help: "How many sections there are.")
  var sections = 12

  @Flag(help: "Print which worker has which sections, once a second, to standard error.")
  var places = false

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    guard (0...1_000_000_000).contains(below) else {
      throw ValidationError("--below must be from 0 to 1000000000.")
    }
    guard (1...1_000).contains(sections) else {
      throw ValidationError("--sections must be from 1 to 1000.")
    }
  }
}
