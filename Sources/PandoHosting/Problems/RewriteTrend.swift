/// Tells when parents change the states of many children in the same actions: what these had in flight is reduced again,
/// and after a while they have one action at a time in flight.
///
/// Pure: it is shown two counts now and then, with the time.
package struct RewriteTrend: Sendable {
  private struct Look {
    var milliseconds: Int
    var reduced: UInt64
    var rewritten: UInt64
  }

  private var looks: [Look] = []

  /// The time over which is looked back.
  private static let milliseconds = 5_000
  /// The least number of changed states in that time, as few are no burden, and their least part of the actions.
  private static let rewrittenAtLeast: UInt64 = 250
  private static let percentAtLeast: UInt64 = 20

  package init() {}

  /// Returns the part of the actions of the last seconds behind which a parent changed the state, in percent; nil where it
  /// is no large one.
  ///
  /// - Parameters:
  ///   - reduced: The actions that were reduced since the worker began.
  ///   - rewritten: The changes of states by parents since then.
  package mutating func look(
    reduced: UInt64, rewritten: UInt64, atMilliseconds now: Int
  ) -> Int? {
    looks.append(Look(milliseconds: now, reduced: reduced, rewritten: rewritten))
    // One that is older than the time stays, to compare with.
    while looks.count > 2, now - looks[1].milliseconds >= Self.milliseconds { looks.removeFirst() }
    let first = looks[0]
    // Counts of sessions that have gone may lag behind.
    guard rewritten > first.rewritten, reduced > first.reduced else { return nil }
    let (part, all) = (rewritten - first.rewritten, reduced - first.reduced)
    guard part >= Self.rewrittenAtLeast, part * 100 >= all * Self.percentAtLeast else { return nil }
    return Int(min(100, part * 100 / all))
  }
}
