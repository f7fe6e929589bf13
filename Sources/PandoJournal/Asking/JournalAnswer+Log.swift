import Pando

extension JournalAnswer {
  /// A commit, for programs.
  private struct Line: Encodable {
    let commit: UInt64
    let group: UInt64
    let epoch: UInt64
    let kind: String
    let action: Action?
  }

  /// Lists commits with their actions, a line each.
  func log(
    _ question: JournalQuestion, _ history: JournalHistory, _ output: AnswerOutput
  ) throws {
    var (first, last) = try range(of: question, history)
    if let count = question.last {
      first = max(first, last - min(last, UInt64(clamping: count)) + 1)
    }
    let start = try history.state(atMost: first - 1)
    var failure: AnswerFailure?
    if !question.isJSON { output.write("commit\tgroup\tkind\taction") }
    try history.forEachGroup(behind: start, from: first) { group throws(JournalError) in
      if group.versions.lowerBound > last { return false }
      guard let actions = group.actions(of: Action.self) else {
        output.tell("The actions of group \(group.row.number) cannot be read by this build.")
        return true
      }
      for (record, action) in actions where record.version >= first && record.version <= last {
        if question.isJSON {
          let line = Line(
            commit: record.version, group: group.row.number, epoch: group.row.epoch,
            kind: record.kind.name, action: action)
          do throws(AnswerFailure) { try output.write(json: line) } catch { failure = error }
          if failure != nil { return false }
        } else {
          output.write(
            "\(record.version)\t\(group.row.number)\t\(record.kind.name)\t\(text(action))")
        }
      }
      return true
    }
    if let failure { throw failure }
  }
}
