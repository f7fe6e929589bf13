/// Figures of a lane for metrics: nothing that happens depends on them.
struct LaneFigures {
  /// Takes the time of its commits, where somebody asks for it.
  var commitSampler = ReduceSampler(nil)
  /// The bytes of actions that were dispatched, those that were dispatched again included.
  var dispatchedBytes: UInt64 = 0
  /// The bytes of workers' answers.
  var answeredBytes: UInt64 = 0
}
