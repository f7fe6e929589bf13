import ArgumentParser
import Foundation
import Pando

/// `pando journal replay`.
struct JournalReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Reduce one commit again, under a debugger too.",
    discussion: """
      The commit is reduced in the program that answers, from the state before it. No effect starts. An action that \
      failed on its workers, a line "failed" of the log, so crashes here as it did there:

        pando journal log --from 1 -- ./orders | grep -w failed
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
      For a test or a report: the new file is a journal as any other. A program that opens it starts effects as after a \
      restart. Commits that were written together stay together. What is in it may be private.
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

  func validate() throws {
    try JournalProgram.check(from, to)
    if output.isEmpty { throw ValidationError("--output: name a file.") }
  }

  func run() throws {
    // The program may have another working directory.
    let path = URL(fileURLWithPath: output).path
    try program.ask(.cut) { question in
      (question.from, question.to, question.output) = (from, to, path)
    }
  }
}

/// `pando journal compact`.
struct JournalCompactCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Delete all commits, and give their room back to the disk. The state stays.",
    discussion: """
      It cannot be undone. The state is written as a whole first, and twice the room that it takes is needed meanwhile. \
      The program must not run.
      """)

  @OptionGroup var program: JournalProgram

  func run() throws {
    try program.ask(.compact) { _ in }
  }
}
