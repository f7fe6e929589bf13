/// When the actions of a hosted child commit, in relation to everything else that a store accepts.
public enum HostedOrder: Hashable, Sendable {
  /// In the order in which they were sent. What is sent behind an action of the child waits for the
  /// child's worker.
  case asSent

  /// When the worker has answered. Other actions commit meanwhile; the actions of one child keep their
  /// order among themselves. Choose this for a child that nothing else may wait for.
  ///
  /// Its actions count for the store's window like all others: while a whole window of them is unanswered, whoever sends
  /// another action waits for room.
  ///
  /// A worker reduces for one store one action at a time, so the children on the same worker wait for each
  /// other: while one hangs, they do, until the worker is ended.
  case asReady
}
