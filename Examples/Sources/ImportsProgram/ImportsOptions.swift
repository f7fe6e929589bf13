import ArgumentParser

/// The command line.
struct ImportsOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imports",
    abstract: "Read ledgers that nobody has checked, by a parser that some files kill.",
    discussion: """
      A ledger is a file with "rows N" on its first line, and N amounts below. One that promises more lines \
      than it has kills the parser: a worker, or this process where none hosts it.
      """)

  @Option(help: "How many worker processes read files; 0 reads them in this one.")
  var workers = 2

  @Argument(help: "The files.")
  var files: [String]

  func validate() throws {
    guard (0...16).contains(workers) else {
      throw ValidationError("--workers must be from 0 to 16.")
    }
  }
}
