import ArgumentParser
import Jobs

/// The command line.
struct JobsOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Run jobs in other processes, at most so many at once.",
    discussion: """
      A job that fails is tried again after a pause. One that hangs is cut off after two seconds, and one that \
      crashes at once; where no worker hosts them, they do it to this process.

      With --journal the queue outlives its process: end it in any way, kill -9 too, and the same command without jobs \
      goes on where it was.
      """)

  @Option(help: "How many worker processes run jobs; 0 runs them in this one.")
  var workers = 2

  @Option(help: "How many jobs run at once.")
  var atOnce = 2

  @Option(help: "The file that the queue is written to, and read from.")
  var journal: String?

  @Argument(
    help: ArgumentHelp(
      "The jobs. Without any: some of each kind, or those that a journal has.",
      discussion: "Of: \(Work.usage)", valueName: "job"),
    transform: Work.init(text:))
  var jobs: [Work] = []

  /// The jobs to add.
  var works: [Work] {
    if !jobs.isEmpty || journal != nil { return jobs }
    return [.primes(below: 1_000), .flaky(failures: 2), .primes(below: 100)]
  }

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
    guard atOnce > 0 else { throw ValidationError("--at-once must be 1 or more.") }
  }
}

extension Work {
  static let usage = "'primes LIMIT', 'flaky FAILURES', 'hang', 'crash'"

  init(text: String) throws {
    let words = text.split(separator: " ")
    switch (words.first, words.count > 1 ? Int(words[1]) : nil, words.count) {
    case ("primes", let limit?, 2): self = .primes(below: limit)
    case ("flaky", let failures?, 2): self = .flaky(failures: failures)
    case ("hang", nil, 1): self = .hang
    case ("crash", nil, 1): self = .crash
    default: throw ValidationError("'\(text)' is none of \(Self.usage).")
    }
  }
}
