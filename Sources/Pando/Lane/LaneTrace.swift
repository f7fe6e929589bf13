import PandoHosting

/// A traced action among the uncommitted ones of a lane.
struct LaneTrace {
  let trace: ActionTrace
  /// Its number in the lane, which changes where another goes ahead of it.
  var sequence: SequenceNumber
  /// The epoch that it was dispatched in last; nil while it waits.
  var epoch: Epoch?
  /// The stage of its trace that the worker's answer ends.
  var stage: Int?
}
