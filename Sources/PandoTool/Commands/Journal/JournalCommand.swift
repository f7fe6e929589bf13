import ArgumentParser
import Pando

/// `pando journal`.
struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "See what a store with a journal has committed, and reduce it again.",
    discussion: """
      Give the program that has the store, as it is started, behind "--". It alone knows the types of its state and \
      actions, so it is started to answer: where it would open its journal, "Store(journal:)", it reads it, answers and \
      ends. What it does before that, it does here too; what it prints goes to standard error.

        pando journal log -- ./orders --journal orders.journal
        pando journal state --at 1200 --json -- ./orders --journal orders.journal
        pando journal diff 1100 1200 -- ./orders --journal orders.journal
        pando journal verify -- ./orders-next --journal orders.journal

      A file in use is not read: look at a copy, which "sqlite3 orders.journal '.backup copy.journal'" makes, or stop \
      the program. A journal in PostgreSQL can be read at any time.

      A journal has the commits since the newest state that it wrote as a whole; with "keepingHistory()" all of them. \
      They are numbered from 1 on. States and actions are shown as they are: what is in them may be private.

      The question comes to the program by its environment, the variable PANDO_JOURNAL. A command that does not pass it \
      on, as sudo, ssh and docker, would start the program as ever: use "sudo --preserve-env=PANDO_JOURNAL". Of a program \
      with several journals the first one is asked that it opens.

      Exit codes: 0 when all went well, 1 when a difference was found or not all could be compared, 2 when there is no \
      answer, 64 when the command line cannot be used, 66 when the program cannot be started.
      """,
    subcommands: [
      JournalLogCommand.self, JournalStateCommand.self, JournalDiffCommand.self,
      JournalVerifyCommand.self, JournalReplayCommand.self, JournalCutCommand.self,
      JournalCompactCommand.self,
    ])
}

/// `pando journal log`.
struct JournalLogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List the last commits, or those from one to another, with their actions.",
    discussion: """
      A line has the commit's number, the group that it was written with, its kind and its action. The kind is "sent", \
      "follow-up" for what another commit sent, or "failed" for an action that no worker could reduce. With --json each \
      line is an object, with the action as it is encoded.
      """)

  @Option(help: ArgumentHelp("The first commit.", valueName: "commit"))
  var from: UInt64?

  @Option(help: ArgumentHelp("The last commit.", valueName: "commit"))
  var to: UInt64?

  @Option(help: ArgumentHelp("How many of the last; 20 without --from.", valueName: "n"))
  var last: Int?

  @OptionGroup var program: JournalProgram

  func validate() throws {
    if let last, last < 1 { throw ValidationError("--last: \(last) is not at least 1.") }
    try JournalProgram.check(from, to)
  }

  func run() throws {
    try program.ask(.log) { question in
      (question.from, question.to) = (from, to)
      question.last = last ?? (from == nil ? 20 : nil)
    }
  }
}

/// `pando journal state`.
struct JournalStateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Show the state behind a commit.",
    discussion: """
      States are written for groups of commits: of a commit inside a group the state behind the whole group is shown, \
      and that is said.
      """)

  @Option(help: ArgumentHelp("The commit; the last one without it.", valueName: "commit"))
  var at: UInt64?

  @OptionGroup var program: JournalProgram

  func run() throws {
    try program.ask(.state) { $0.from = at }
  }
}

/// `pando journal diff`.
struct JournalDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show how the states behind two commits differ.")

  @Argument(help: ArgumentHelp("The earlier commit.", valueName: "from"))
  var from: UInt64

  @Argument(help: ArgumentHelp("The later one; the last one without it.", valueName: "to"))
  var to: UInt64?

  @OptionGroup var program: JournalProgram

  func validate() throws { try JournalProgram.check(from, to) }

  func run() throws {
    try program.ask(.diff) { ($0.from, $0.to) = (from, to) }
  }
}

/// `pando journal verify`.
struct JournalVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Reduce again what has committed, and compare it with what was written.",
    discussion: """
      The actions of each group are reduced from the state before it, which was written. The first difference ends it. \
      It names the field, and

        - the commit that does not follow from its state and action, as two runs come to two states: a clock, a random \
      number or a global variable that is not of the dependencies;
        - or the commit that changed the field last, as this build comes to another state than was written. Give a new \
      build, to see what it would have done otherwise with the same actions.

      What reducers draw from the dates, identities and random numbers of the dependencies is not in the journal. Such \
      fields are found, since other draws change them. They are listed and not compared. Other dependencies are called \
      as ever. Values of @Shared that effects or views change are in no action, and so differ.
      """)

  @Option(help: ArgumentHelp("The first commit.", valueName: "commit"))
  var from: UInt64?

  @Option(help: ArgumentHelp("The last commit.", valueName: "commit"))
  var to: UInt64?

  @OptionGroup var program: JournalProgram

  func validate() throws { try JournalProgram.check(from, to) }

  func run() throws {
    try program.ask(.verify) { ($0.from, $0.to) = (from, to) }
  }
}
