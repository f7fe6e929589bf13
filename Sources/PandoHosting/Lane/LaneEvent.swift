/// A thing that happens to a lane.
package enum LaneEvent: Equatable {
  /// An action was routed here; `index` is its place among the lane's uncommitted actions, nil for
  /// the last.
  case accept(HostedAction, at: Int?)

  /// An action of an effect on the lane's worker, the send with this number, was routed here behind all
  /// others; the worker has reduced it already.
  case acceptSelfDispatched(HostedAction, number: UInt64, SelfDispatch)

  /// The worker has reduced the send with this number, and it did not come here as the worker sent it.
  case refusedSelfDispatch(number: UInt64)

  /// The action at this place among the uncommitted turned out to be for somebody else.
  case withdraw(at: Int)

  /// A worker was found; the lane may be opened there.
  case placed

  /// After a commit the child's state is as the worker left it. Only asked for when
  /// `LaneMachine.isCautious`.
  case kept

  /// Somebody other than the worker changed the child's state: here it is, encoded. With the last
  /// commit, if it was the parent in that very action.
  case rewritten([UInt8], withLastCommit: Bool)

  /// The oldest action had to be reduced by the client, on `base` instead of the worker's state, and
  /// has committed with `outcome`. None of its effects start if it had been cancelled before.
  case committedByClient(
    HostedAction, base: [UInt8], outcome: [UInt8], hadSlot: Bool, isCancelled: Bool)

  /// Commits that the worker has not heard of should be told now.
  case flush

  /// The same, but for the last of them: what that one starts comes behind what the worker is told next.
  case flushAllButLast

  /// The worker has gone.
  case lost(LinkEnd)

  /// The worker has gone, and had other actions to answer, or may have had those of other stores: where
  /// this lane was on trial, another may be why.
  case lostAmongOthers(LinkEnd)

  /// The worker has gone, and had named this lane as the one that it hangs in.
  case hung

  /// The worker crashed in code of this lane, by its last words: in this action, or as it opened the lane.
  case crashed(Epoch, SequenceNumber?)

  /// The worker is there, and cannot host the lane, or not any more.
  case failed

  /// The worker's answer to the oldest action cannot be used, and the worker has not the lane any more.
  case misfit

  /// Another worker is there, and the lane is to go on at it.
  case move

  /// A lane that rests has something to do for a worker, which the machine does not know of.
  case woken

  /// No worker hosts the feature, and none is expected to.
  case unhostable

  /// The child's state has gone. With the last commit, if that very action took it away: then its
  /// effects never start.
  case close(withLastCommit: Bool)

  /// The worker has freed the lane.
  case closed
}
