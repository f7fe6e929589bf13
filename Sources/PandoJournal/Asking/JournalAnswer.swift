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

  /// Answers, and ends the program: by 0, by 1 where something was found or there is no answer.
  func endProgram(answering question: JournalQuestion) -> Never {
    let output = AnswerOutput(descriptor: question.descriptor)
    do {
      exit(try answer(question, output) ? 0 : 1)
    } catch {
      output.tell("error: \(error)")
      exit(1)
    }
  }

  /// Writes the answer. Returns false where that is that something is wrong. Blocks the thread.
  func answer(_ question: JournalQuestion, _ output: AnswerOutput) throws -> Bool {
    if question.command == .compact { return try compact(question, output) }
    let history = try JournalHistory(journal)
    defer { history.storage.close() }
    if history.end.version == 0, history.end.group == 0 {
      output.tell("The journal \(history.storage.place) has no commit yet.")
    }
    switch question.command {
    case .log: try log(question, history, output)
    case .state: try state(question, history, output)
    case .diff: try diff(question, history, output)
    case .verify: return try verify(question, history, output)
    case .replay: try replay(question, history, output)
    case .cut: try cut(question, history, output)
    case .compact: break
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

  /// Returns the actions of a group; nil for each that this build cannot read.
  func actions(of group: JournalHistory.Group) -> [(record: CommittedRecord, action: Action?)]? {
    let isKnown = group.body.actionSchema == SchemaFingerprint(of: Action.self).rawValue
    return CommittedRecord.all(of: group)?.map { record in
      let action =
        isKnown && !record.bytes.isEmpty
        ? try? WireDecoder.decode(Action.self, from: record.bytes) : nil
      return (record, action)
    }
  }

  /// Returns an action on a line, for people.
  func text(_ action: Action?) -> String {
    guard let action else { return "(of other types than this build's)" }
    let text = SwiftText.text(of: action).replacing("\n", with: " ")
    return text.utf8.count > 200 ? "\(text.prefix(200))..." : text
  }

  /// Returns the group with a commit.
  func group(
    with version: UInt64, in history: JournalHistory
  ) throws -> JournalHistory.Group {
    var found: JournalHistory.Group?
    let start = try history.state(atMost: version &- 1)
    if start.mark.version < version, version > 0 {
      try history.forEachGroup(behind: start) { group throws(JournalError) in
        if group.versions.contains(version) { found = group }
        return group.versions.upperBound <= version
      }
    }
    guard let found else { throw absence(of: version, history, start) }
    return found
  }

  func absence(
    of version: UInt64, _ history: JournalHistory, _ start: JournalSnapshot
  ) -> AnswerFailure {
    let first = start.mark.version + 1
    if first > history.end.version {
      return AnswerFailure(
        """
        Commit \(version) is not there: the journal has no commits, only the state behind commit \
        \(history.end.version). A journal keeps them with "keepingHistory()".
        """)
    }
    return AnswerFailure(
      """
      Commit \(version) is not there: the journal has commits \(first) to \(history.end.version). It keeps older ones \
      with "keepingHistory()".
      """)
  }
}
