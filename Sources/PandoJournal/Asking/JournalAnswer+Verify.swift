import Foundation
import Pando
import PandoWire

/// The outcome of a verification.
struct Verification: Encodable {
  struct Difference: Encodable {
    /// "nondeterministic", or "different".
    let kind: String
    /// The first and the last commit that it may be of.
    let commits: [UInt64]
    let action: String
    let field: String
    let text: String
  }

  var commits = 0
  var groups = 0
  /// The fields that were not compared, since reducers drew them.
  var drawnFields: [String] = []
  /// The commits that were not reduced, since an action failed among those that were written together.
  var failedCommits = 0
  /// The commits that were not reduced, since an action is not of this build's types.
  var unreadableCommits = 0
  var difference: Difference?
}

extension JournalAnswer {
  /// Reduces again what has committed, and compares it with what was written. Returns whether it is the same.
  func verify(
    _ question: JournalQuestion, _ history: JournalHistory, _ output: AnswerOutput
  ) throws -> Bool {
    let (first, last) = try range(of: question, history)
    let start = try history.state(atMost: first - 1)
    var result = Verification()
    var drawn: Set<String> = []
    var progress = Progress(last: last)
    try history.forEachGroup(behind: start, from: first) { group throws(JournalError) in
      if group.versions.lowerBound > last { return false }
      if group.versions.isEmpty { return true }
      progress.tell(group.versions.lowerBound)
      guard let replay = try replay(of: group, history) else {
        if group.actions(of: Action.self)?.contains(where: { $0.action == nil }) ?? true {
          result.unreadableCommits += group.versions.count
        } else {
          result.failedCommits += group.versions.count
        }
        return true
      }
      result.commits += group.versions.count
      result.groups += 1
      switch try replay.compare() {
      case .same: break
      case .drawn(let fields): drawn.formUnion(fields)
      case .nondeterministic(let index, let field):
        result.difference = nondeterminism(group, index, field, replay.actions[index])
      case .different(let index, let field, let fields):
        result.difference = difference(group, index, field, index.map { replay.actions[$0] })
        drawn = Set(fields)
      }
      return result.difference == nil
    }
    progress.end()
    result.drawnFields = drawn.sorted()
    if question.isJSON {
      try output.write(json: result, isPretty: true)
    } else {
      output.write(text(result))
    }
    return result.difference == nil && result.unreadableCommits == 0
  }

  /// Returns what reduces a group again; nil where an action of it failed or cannot be read.
  private func replay(
    of group: JournalHistory.Group, _ history: JournalHistory
  ) throws(JournalError) -> GroupReplay<State, Action>? {
    guard let actions = group.actions(of: Action.self),
      actions.allSatisfy({ $0.action != nil && $0.record.kind != .failed })
    else { return nil }
    return GroupReplay(
      before: { () throws(JournalError) in
        try decode(group.before, schema: group.row.schema, history)
      },
      written: try decode(group.after, schema: group.row.schema, history),
      actions: actions.compactMap(\.action), reducers: reducers, draws: draws)
  }

  private func nondeterminism(
    _ group: JournalHistory.Group, _ index: Int, _ field: FieldDifference, _ action: Action
  ) -> Verification.Difference {
    let version = group.versions.lowerBound + UInt64(index)
    return Verification.Difference(
      kind: "nondeterministic", commits: [version, version], action: text(action),
      field: field.path,
      text: """
        Commit \(version) does not follow from the state and the action: \(subject(field)) was \(field.leftText) \
        in one run and \(field.rightText) in another.

          \(text(action))

        \(DifferenceCause([field.left, field.right]).advice)
        """)
  }

  private func difference(
    _ group: JournalHistory.Group, _ index: Int?, _ field: FieldDifference, _ action: Action?
  ) -> Verification.Difference {
    let commits = [group.versions.lowerBound, group.versions.upperBound - 1]
    let version = index.map { group.versions.lowerBound + UInt64($0) }
    let change =
      version.map { "Commit \($0) changed it last:\n\n  \(text(action))" }
      ?? "No commit of those changes it in this build."
    return Verification.Difference(
      kind: "different", commits: version.map { [$0, $0] } ?? commits,
      action: action.map(text) ?? "", field: field.path,
      text: """
        This build comes to another state behind commit \(commits[1]): \(subject(field)) is \(field.rightText), and \
        \(field.leftText) in the journal. \(change)
        """)
  }

  private func subject(_ field: FieldDifference) -> String {
    field.path.isEmpty ? "the state" : "\"\(field.path)\""
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private func list(_ fields: [String]) -> String {
    fields.map { $0.isEmpty ? "the whole state" : "\"\($0)\"" }.joined(separator: ", ")
  }

  private func text(_ result: Verification) -> String {
    if let difference = result.difference {
      if result.drawnFields.isEmpty { return difference.text }
      return """
        \(difference.text)

        Reducers drew \(list(result.drawnFields)) among the same commits, from dates, identities or random numbers of \
        the dependencies. If the field follows from one of those, this is no difference.
        """
    }
    var lines: [String] = []
    if result.commits > 0 {
      let groups = Self.count(result.groups, "group")
      lines.append(
        "\(Self.count(result.commits, "commit")) in \(groups): this build comes to the same states."
      )
    }
    if !result.drawnFields.isEmpty {
      lines.append(
        """
        Not compared, as reducers draw them from dates, identities or random numbers of the dependencies: \
        \(list(result.drawnFields)).
        """)
    }
    if result.failedCommits > 0 {
      lines.append(
        """
        Not reduced: \(Self.count(result.failedCommits, "commit")), as an action failed that was written with them.
        """)
    }
    if result.unreadableCommits > 0 {
      lines.append(
        """
        Not reduced: \(Self.count(result.unreadableCommits, "commit")), as an action that was written with them is not of \
        this build's types. Nothing is known of those.
        """)
    }
    return lines.joined(separator: "\n")
  }
}

/// Tells a person at a terminal how far it is, once a second.
private struct Progress {
  let last: UInt64
  private let isShown = isatty(2) == 1
  private var next = ContinuousClock.now + .seconds(1)
  private var hasShown = false

  init(last: UInt64) { self.last = last }

  mutating func tell(_ version: UInt64) {
    guard isShown, ContinuousClock.now >= next else { return }
    (next, hasShown) = (.now + .seconds(1), true)
    FileHandle.standardError.write(Data("\rcommit \(version) of \(last)".utf8))
  }

  func end() {
    if hasShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}
