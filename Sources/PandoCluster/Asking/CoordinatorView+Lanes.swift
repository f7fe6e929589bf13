extension CoordinatorView {
  /// Asks workers for their lanes, and waits on the calling thread, for a second at most. The coordinator itself has
  /// no part in it, but for its key.
  package func waitForLanes(of workers: [ClusterStatus.Worker]) -> LaneStatus {
    LaneStatus.waitForAnswers(of: workers, keys)
  }
}
