import ArgumentParser

/// The command line.
struct PreviewsOptions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previews",
    abstract: "Show pictures that nobody has checked, by a decoder in a sandbox.",
    discussion: """
      A picture is a plain PGM: "P2", the width, the height, the brightest value, and the pixels. A line \
      "#!fork" in it stands for code that an attacker has the decoder run; others are memory, loop, passwords, \
      connect, parent and kill.
      """)

  @Option(help: "How many worker processes decode.")
  var workers = 2

  @Option(help: "The seconds that a decoder may take.")
  var seconds = 10

  @Argument(help: "The files.")
  var files: [String]

  func validate() throws {
    guard (1...16).contains(workers) else {
      throw ValidationError("--workers must be from 1 to 16: a sandbox takes a process of its own.")
    }
    guard (1...3_600).contains(seconds) else {
      throw ValidationError("--seconds must be from 1 to 3600.")
    }
  }
}
