/// A commit as the timeline of a store has it, for people: the child's part and the parents'.
package struct CommitRecord: Sendable {
  /// The child's part in a commit: who reduced it, and how long that took.
  package struct Part: Sendable {
    /// The process that reduced the child's part of the action.
    package enum Place: Hashable, Sendable {
      case worker(String)
      /// The store's process, as an earlier reducer of the same action had changed the child's state.
      case client
      /// The store's process, as the feature's policy has it.
      case inProcess
    }

    let card: LaneCard
    package var place: Place
    /// The time from the first dispatch to the answer that counted; nil where it was not seen.
    package var away: Duration?
    /// The time for which the answer waited for its turn.
    package var waited: Duration?
    /// The number of times that it was dispatched: more than one where a speculation was thrown away, or a worker was lost.
    package var dispatchCount: Int
    /// The effects that its worker starts.
    package var effectCount: Int

    /// The name of the child, put into words: users' code, which is not run under a lock.
    package var name: HostedChildName { card.name }
  }

  /// The number of the commit among all of its store.
  package let number: UInt64
  /// The time at which the parents' reducers were about to run.
  package let instant: ContinuousClock.Instant
  package var parts: [Part]
  /// The action, which is named by who reads the record.
  package var action: any Sendable
  /// The time that the tree of reducers took, without what a worker reduced.
  package var parents: Duration = .zero
  /// The effects that started in the store's process.
  package var localEffectCount = 0
  /// True if another action's commit gave rise to it.
  package var isFollowUp = false
  /// The reason for which it committed without effect.
  package var failure: HostedFailureReason?
}
