import PandoCluster

/// The looks at a worker that drains, until it is empty or has left.
///
/// Pure: what a coordinator answers, and the time of each answer, are told to it.
struct DrainWatch {
  /// The worker as it stood last; one that has left has no lanes.
  private(set) var worker: ClusterStatus.Worker
  /// Since when no answer has it; nil while answers have it.
  private var absentSince: Int?
  // The count of the first answer may be older than the drain.
  private var emptyLooks = 0

  private static let emptyLooksWanted = 4
  /// Longer than a worker takes to join a coordinator that was started again and knows nobody at first.
  private static let absenceMilliseconds = 5_000

  init(_ worker: ClusterStatus.Worker) {
    self.worker = worker
  }

  /// True while it may have left, or may be about to join anew.
  var isAbsent: Bool { absentSince != nil }

  /// Notes the workers that a coordinator knows. Returns whether this one is empty, or has left.
  mutating func look(_ workers: [ClusterStatus.Worker], atMilliseconds now: Int) -> Bool {
    guard let found = find(in: workers) else {
      emptyLooks = 0
      let since = absentSince ?? now
      absentSince = since
      guard now - since >= Self.absenceMilliseconds else { return false }
      worker.lanes = 0
      return true
    }
    absentSince = nil
    worker = found
    emptyLooks = found.lanes == 0 ? emptyLooks + 1 : 0
    return emptyLooks >= Self.emptyLooksWanted
  }

  /// Returns the worker, which has another id once it has joined anew.
  private func find(in workers: [ClusterStatus.Worker]) -> ClusterStatus.Worker? {
    workers.first { $0.id == worker.id }
      ?? workers.first {
        $0.endpoint == worker.endpoint && $0.hostName == worker.hostName
          && $0.processID == worker.processID
      }
  }
}
