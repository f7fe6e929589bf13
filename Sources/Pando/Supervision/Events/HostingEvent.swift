/// Something that happened to the workers or to the hosted children of a store.
///
/// More cases may come: handle those that matter, and the others by `default`.
public enum HostingEvent: Hashable, Sendable {
  /// A worker is ready; so many others had its place before.
  case workerReady(worker: String, processID: Int32?, restartCount: Int)

  /// A worker is gone. Its children go on at others, from their last committed states.
  case workerLost(HostedWorkerLoss)

  /// A worker goes out of service: its children move to others.
  case workerDraining(worker: String)

  /// A worker says that it hosts a child; `placement` counts the workers that have had it.
  case opened(HostedChildName, worker: String, placement: UInt64)

  /// A child went on at another worker while its own lives.
  case moved(HostedChildName, from: String, to: String)

  /// The child's next action was being reduced when workers ended. It is to be reduced alone.
  case quarantined(HostedChildName, action: String)

  /// An action committed without effect, as no worker could reduce it.
  case actionFailed([HostedChildName], action: String, reason: HostedFailureReason)

  /// No worker hosts a child, or none any more: its actions fail, or are reduced in the store's process where
  /// its policy says so.
  case gaveUp(HostedChildName, reason: String)

  /// So many events are left out here, as the reader was slow.
  case missed(count: Int)
}
