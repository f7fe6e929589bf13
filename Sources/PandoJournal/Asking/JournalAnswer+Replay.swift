import Foundation
import Pando

extension JournalAnswer {
  /// Reduces one commit again, in this process, where a debugger can stop before it.
  func replay(
    _ question: JournalQuestion, _ history: JournalHistory, _ output: AnswerOutput
  ) throws {
    let version = question.from ?? history.end.version
    let group = try history.group(with: version)
    guard let actions = group.actions(of: Action.self) else {
      throw AnswerFailure("The actions of group \(group.row.number) cannot be read by this build.")
    }
    let index = Int(version - group.versions.lowerBound)
    guard let action = actions[index].action,
      actions[..<index].allSatisfy({ $0.action != nil && $0.record.kind != .failed })
    else {
      throw AnswerFailure(
        """
        Commit \(version) cannot be reduced again: an action that was written with it failed, or is of other types than \
        those of this build.
        """)
    }
    func decodeBefore() throws(JournalError) -> State {
      try decode(group.before, schema: group.row.schema, history)
    }
    let replay = GroupReplay(
      before: decodeBefore, written: try decodeBefore(),
      actions: actions.prefix(index).compactMap(\.action),
      reducers: reducers, draws: draws)
    let before = try replay.state(before: index)
    let failed =
      actions[index].record.kind == .failed ? " It failed: no worker could reduce it." : ""
    output.tell("Commit \(version) reduces \(text(action)).\(failed)")
    var after = try replay.state(before: index)
    if question.stops { raise(SIGTRAP) }
    reducers.reduce(&after, action)
    let isShown = try show(
      (before, version - 1), (after, version), isJSON: question.isJSON, output)
    if !isShown { output.write("It changes nothing.") }
  }
}
