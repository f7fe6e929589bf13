/// Since when conditions hold that are looked at now and then.
///
/// Pure: it is told the time.
package struct Onsets<Condition: Hashable & Sendable>: Sendable {
  private var onsets: [Condition: Int] = [:]

  package init() {}

  /// Notes the conditions that hold now, and forgets the others.
  ///
  /// - Returns: For each the time for which it has held, at every look since.
  package mutating func look(
    at conditions: some Sequence<Condition>, atMilliseconds now: Int
  ) -> [Condition: Int] {
    onsets = conditions.reduce(into: [:]) { $0[$1] = onsets[$1] ?? now }
    return onsets.mapValues { max(0, now - $0) }
  }
}
