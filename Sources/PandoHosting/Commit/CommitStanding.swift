/// An action, or a run of them, between acceptance and commit: what a driver hands to a `CommitMachine`.
@usableFromInline
package protocol CommitEntry: AnyObject {
  /// The entry's standing. Only the machine changes it, but for the number of a run, which the run itself counts up as
  /// actions leave it.
  var standing: CommitStanding { get set }
}

/// The standing of an entry in the order of commits.
@usableFromInline
package struct CommitStanding: Equatable {
  @usableFromInline
  package enum Place: Equatable {
    /// Nobody has accepted it.
    case unaccepted
    /// Its sender waits for room in the window.
    case waiting
    /// It commits in the order of acceptance.
    case queued
    /// It commits when its lanes have answered, out of that order.
    case beside
    /// It commits now, or has failed, or was dropped.
    case left
  }

  @usableFromInline package var place = Place.unaccepted

  /// The number of the action in the order of acceptance; that of the first one of a run.
  @usableFromInline package var number: UInt64 = 0

  /// True if it is queued for a hosted child that was not there when it was accepted, or has gone since.
  @usableFromInline package var awaitsChild = false

  /// True if a commit gave rise to it.
  @usableFromInline package var isFollowUp = false

  /// True if it found its lanes as the head, ahead of what was sent to them later.
  @usableFromInline package var isRedirected = false

  @inlinable
  package init() {}
}
