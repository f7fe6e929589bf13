/// The commit that is under way, if one is. Guarded by the store's lock.
struct CurrentCommit {
  /// True from the first commit of an entry to its last, also while that has given way to others: another call returns
  /// at once, and whoever began goes on.
  var isDraining = false
  /// True if the thread that commits is to let others have the lock before it goes on.
  var givesWay = false
  /// True while a reducer has the state in its hands.
  var isReducing = false
  /// True from the action's turn until everything has followed.
  var isFollowing = false
  /// True while what follows tells of an action that failed.
  var isTellingOfFailure = false
  /// The action's place in a chain.
  var link = ChainLink()
  /// The lanes of the action that is being committed, or was last.
  var lanes = LaneList()
  /// The trace of the action, if it has one.
  var trace: ActionTrace?
}
