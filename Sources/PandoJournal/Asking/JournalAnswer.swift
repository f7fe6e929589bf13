import Foundation
import Pando
import PandoWire

/// The answers of a program about its journal, whose types it has.
struct JournalAnswer<State: Codable & Sendable, Action: Codable & Sendable> {
  let journal: Journal
  let reducers: ReducersAlone<State, Action>
  let draws = ReplayDraws()

  init<R: Reducer<State, Action>>(
    _ journal: Journal, _ reducer: () -> R, _ dependencies: DependencyValues
  ) {
    self.journal = journal
    reducers = ReducersAlone(reducer, dependencies: dependencies.updated(by: draws.prepare))
  }

  /// Answers, and ends the program: by 0, by 1 where a difference was found, and by 2 where there is no answer.
  func endProgram(answering question: JournalQuestion) -> Never {
    let output = AnswerOutput(descriptor: question.descriptor)
    output.begin(question)
    do {
      exit(try answer(question, output) ? 0 : 1)
    } catch {
      output.tell("error: \(error)")
      exit(2)
    }
  }

  /// Writes the answer. Returns false where that is that something is wrong. Blocks the thread.
  func answer(_ question: JournalQuestion, _ output: AnswerOutput) throws -> Bool {
    let history = try JournalHistory(journal)
    defer { history.storage.close() }
    if history.isEmpty {
      throw AnswerFailure("The journal \(history.storage.place) has no state yet.")
    }
    switch question.command {
    case .log: try log(question, history, output)
    case .state: try state(question, history, output)
    case .diff: try diff(question, history, output)
    case .verify: return try verify(question, history, output)
    case .replay: try replay(question, history, output)
    case .cut: try cut(question, history, output)
    case .compact:
      history.storage.close()
      try compact(question, output)
    }
    return true
  }

  // MARK: - Parts

  /// Returns a state that a build with a schema has written.
  func decode(_ bytes: [UInt8], schema: UInt64, _ history: JournalHistory) throws(JournalError)
    -> State
  {
    try OpenedJournal.decode(bytes, State.self, schema: schema, at: history.storage.place)
  }

  /// Returns an action on a line, for people.
  func text(_ action: Action?) -> String {
    guard let action else { return "(of other types than this build's)" }
    let text = SwiftText.text(of: action).replacing("\n", with: " ")
    return text.utf8.count > 200 ? "\(text.prefix(200))..." : text
  }

  /// Returns the first and the last commit that a question is about.
  func range(
    of question: JournalQuestion, _ history: JournalHistory
  ) throws -> (first: UInt64, last: UInt64) {
    let oldest = history.firstVersion
    for asked in [question.from, question.to].compactMap(\.self)
    where asked < oldest || asked > history.end.version {
      throw history.absence(of: asked)
    }
    let range = (first: question.from ?? oldest, last: question.to ?? history.end.version)
    if range.first > range.last, question.command != .log {
      throw history.absence(of: range.first)
    }
    return range
  }
}
