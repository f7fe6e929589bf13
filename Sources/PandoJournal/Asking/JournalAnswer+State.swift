import Pando

extension JournalAnswer {
  private struct StateDocument: Encodable {
    let commit: UInt64
    let state: State
  }

  private struct DifferenceDocument: Encodable {
    struct Field: Encodable {
      let path: String
      let before: String
      let after: String
    }

    let from: UInt64
    let to: UInt64
    let fields: [Field]
  }

  /// Shows the state behind a commit.
  func state(
    _ question: JournalQuestion, _ history: JournalHistory, _ output: AnswerOutput
  ) throws {
    let found = try state(at: question.from ?? history.end.version, history)
    tell(found.version, insteadOf: question.from, output)
    if question.isJSON {
      let document = StateDocument(commit: found.version, state: found.state)
      try output.write(json: document, isPretty: true)
    } else {
      output.write(ValueText.text(of: found.state))
    }
  }

  /// Shows how the states behind two commits differ.
  func diff(
    _ question: JournalQuestion, _ history: JournalHistory, _ output: AnswerOutput
  ) throws {
    let oldest = history.firstVersion - 1
    let old = try state(at: question.from ?? oldest, history)
    let new = try state(at: question.to ?? history.end.version, history)
    tell(old.version, insteadOf: question.from, output)
    tell(new.version, insteadOf: question.to, output)
    if try !show(
      (old.state, old.version), (new.state, new.version), isJSON: question.isJSON, output)
    {
      output.tell("The states behind commits \(old.version) and \(new.version) are the same.")
    }
  }

  /// Writes what two states differ in, with the commits that they are behind. Returns false where there is nothing to write.
  func show(
    _ old: (state: State, commit: UInt64), _ new: (state: State, commit: UInt64), isJSON: Bool,
    _ output: AnswerOutput
  ) throws -> Bool {
    if isJSON {
      let fields = FieldWalk.differences(old.state, new.state, limit: 1_000)
      try output.write(
        json: DifferenceDocument(
          from: old.commit, to: new.commit,
          fields: fields.map { .init(path: $0.path, before: $0.leftText, after: $0.rightText) }),
        isPretty: true)
      return true
    }
    guard let text = ValueText.difference(old.state, new.state) else { return false }
    output.write(text)
    return true
  }

  private func tell(_ version: UInt64, insteadOf asked: UInt64?, _ output: AnswerOutput) {
    guard let asked, asked != version else { return }
    output.tell(
      """
      Commit \(asked) was written together with those up to \(version): this is the state behind commit \(version).
      """)
  }

  /// Returns the first state that is there at a commit or behind it.
  private func state(
    at version: UInt64, _ history: JournalHistory
  ) throws -> (state: State, version: UInt64) {
    let start = try history.state(atMost: version)
    if start.mark.version > version { throw history.absence(of: version) }
    if start.mark.version == version {
      return (try decode(start.state, schema: start.schema, history), version)
    }
    let group = try history.group(with: version)
    let state = try decode(group.after, schema: group.row.schema, history)
    return (state, group.row.mark.version)
  }
}
