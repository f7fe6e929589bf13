import Pando

/// Commits that a store's journal wrote at once, and what may be read of the states around them.
package struct PagePast: Codable, Equatable, Sendable {
  /// An action that has committed.
  struct Action: Codable, Equatable, Sendable {
    let number: UInt64
    /// The names of its cases; nil where this build cannot read it.
    let action: String?
    /// The values that its type names for a page.
    let values: [PageValue]?
  }

  /// A value before and behind the commits; nil where it is not there.
  struct Row: Codable, Equatable, Sendable {
    let name: String
    let before: String?
    let after: String?
  }

  /// The first and the last commit that the journal has.
  let first: UInt64
  let last: UInt64
  /// The first and the last commit of the group.
  let from: UInt64
  let to: UInt64
  let actions: [Action]
  /// The number of actions that are left out.
  let actionsLeftOut: Int
  let rows: [Row]

  private static let actionsAtMost = 50
  private static let childrenAtMost = 200

  /// - Parameters:
  ///   - states: The hosted features of whose states something may be read.
  ///   - children: The store's children now: where a page has to look for those of then.
  init<State, Action>(
    _ group: PastGroup<State, Action>, states: [PageState<State>], children: [HostedChild]
  ) {
    (first, last) = (group.kept.lowerBound, group.kept.upperBound)
    (from, to) = (group.commits.lowerBound, group.commits.upperBound)
    let shown = group.actions.suffix(Self.actionsAtMost)
    actionsLeftOut = group.actions.count - shown.count
    actions = shown.enumerated().map { index, action in
      Self.Action(
        number: group.commits.upperBound - UInt64(shown.count - 1 - index),
        action: action.map { caseLabels(of: $0) },
        values: action.flatMap { ShownValues.values(of: $0) })
    }
    func values(_ state: State) -> [PageValue] {
      let root = (state as? any PageVisible)?.firstPageValues ?? []
      return children.prefix(Self.childrenAtMost).reduce(into: root) { values, child in
        guard let shown = states.first(where: { $0.feature == child.feature }) else { return }
        let name = ([child.feature] + child.identities).joined(separator: " ")
        values += (shown.values(state, child.identities) ?? []).map {
          PageValue("\(name): \($0.name)", $0.text)
        }
      }
    }
    rows = Self.rows(values(group.before), values(group.after))
  }

  /// Returns each value by its name, in the order of the newer ones; those that have gone follow. Of one name the first
  /// counts.
  static func rows(_ before: [PageValue], _ after: [PageValue]) -> [Row] {
    let old = Dictionary(before.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    let new = Set(after.map(\.name))
    return after.map { Row(name: $0.name, before: old[$0.name], after: $0.text) }
      + before.filter { !new.contains($0.name) }.map {
        Row(name: $0.name, before: $0.text, after: nil)
      }
  }
}
