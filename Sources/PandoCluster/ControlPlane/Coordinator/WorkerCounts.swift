/// The numbers of a coordinator's workers, each counted once.
package struct WorkerCounts: Codable, Hashable, Sendable {
  /// Features are placed on them, and they beat in time.
  package private(set) var ready = 0
  /// They would be ready, if they were heard of.
  package private(set) var silent = 0
  /// They would be ready, if anybody new could connect to them.
  package private(set) var unreachable = 0
  package private(set) var suspect = 0
  package private(set) var draining = 0

  package init(_ workers: [ClusterStatus.Worker]) {
    for worker in workers {
      switch worker.state {
      case .ready where worker.isSilent == true: silent += 1
      case .ready where worker.isAddressLost == true: unreachable += 1
      case .ready: ready += 1
      case .suspect: suspect += 1
      case .draining: draining += 1
      }
    }
  }

  /// The same with numbers that can be summed up, whatever a coordinator says.
  var bounded: WorkerCounts {
    var counts = self
    for count in [\WorkerCounts.ready, \.silent, \.unreachable, \.suspect, \.draining] {
      counts[keyPath: count] = min(max(0, counts[keyPath: count]), CoordinatorLimits.workers)
    }
    return counts
  }

  /// The others than the ready ones in words, such as "1 silent, 2 draining"; empty where all are.
  package var exceptions: String {
    [
      (silent, "silent"), (unreachable, "whose address is gone"), (suspect, "suspect"),
      (draining, "draining"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
