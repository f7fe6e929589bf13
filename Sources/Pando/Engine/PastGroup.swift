/// Commits that a journal wrote at once, and the states around them.
package struct PastGroup<State: Sendable, Action: Sendable>: Sendable {
  /// The commits that the journal still has.
  package let kept: ClosedRange<UInt64>
  /// The commits of the group.
  package let commits: ClosedRange<UInt64>
  /// Their actions; nil for one that this build cannot read.
  package let actions: [Action?]
  package let before: State
  package let after: State

  package init(
    kept: ClosedRange<UInt64>, commits: ClosedRange<UInt64>, actions: [Action?], before: State,
    after: State
  ) {
    self.kept = kept
    self.commits = commits
    self.actions = actions
    self.before = before
    self.after = after
  }

  /// Finds the group with a commit; throws an ``AnswerFailure`` where it is not there. Blocks the thread, and runs what users
  /// wrote of their types.
  package typealias Find = @Sendable (_ commit: UInt64) throws -> PastGroup
}
