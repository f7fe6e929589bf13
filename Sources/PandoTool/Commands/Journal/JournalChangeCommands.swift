import ArgumentParser
import Pando

/// `pando journal replay`.
struct JournalReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Reduce one commit again, under a debugger too.",
    discussion: """
      The commit is reduced in the program that answers, from the state before it, and no effect starts. An action that \
      failed on its workers, a line "failed" of the log, so crashes here as it did there:

        pando journal log --json -- ./orders | grep failed
        pando journal replay --at 1187 --debugger -- ./orders
      """)

  @Option(help: ArgumentHelp("The commit.", valueName: "commit"))
  var at: UInt64

  @Flag(help: "Run it under lldb, which stops just before the commit is reduced.")
  var debugger = false

  @OptionGroup var program: JournalProgram

  func run() throws {
    try program.ask(.replay, usesDebugger: debugger) { question in
      (question.from, question.stops) = (at, debugger)
    }
  }
}

/// `pando journal cut`.
struct JournalCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Write commits, with the state before them, into a journal of their own.",
    discussion: """
      For a test or a report: the new file is opened as any journal. Commits that were written together stay together. \
      What is in it may be private.
      """)

  @Option(
    help: ArgumentHelp(
      "The first commit; the oldest that is there without it.", valueName: "commit"))
  var from: UInt64?

  @Option(help: ArgumentHelp("The last commit; the newest without it.", valueName: "commit"))
  var to: UInt64?

  @Option(help: ArgumentHelp("The new file.", valueName: "file"))
  var output: String

  @OptionGroup var program: JournalProgram

  func validate() throws { try JournalProgram.check(from, to) }

  func run() throws {
    try program.ask(.cut) { question in
      (question.from, question.to, question.output) = (from, to, output)
    }
  }
}

/// `pando journal compact`.
struct JournalCompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Delete all commits but the last group, and give the room back to the disk.",
    discussion: """
      The state now is written as a whole first. It cannot be undone. The program must not run meanwhile.
      """)

  @OptionGroup var program: JournalProgram

  func run() throws {
    try program.ask(.compact) { _ in }
  }
}
