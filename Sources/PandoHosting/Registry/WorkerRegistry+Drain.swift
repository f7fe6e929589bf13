extension WorkerRegistry {
  /// A worker's way out of service.
  package struct Drain: Hashable, Sendable {
    /// Until when effects may come to their ends.
    package let deadlineMilliseconds: Int
    /// True if the worker's process is about to end, which nobody takes back.
    package let isEnding: Bool

    package init(deadlineMilliseconds: Int, isEnding: Bool) {
      self.deadlineMilliseconds = deadlineMilliseconds
      self.isEnding = isEnding
    }
  }

  /// The outcome of taking a drain back.
  package enum Undrained: Equatable, Sendable {
    case done
    /// It did not drain.
    case wasInService
    /// Its process is about to end.
    case isEnding
    case unknown
  }

  /// Places nothing on a worker any longer. Returns whether it is known.
  @discardableResult
  package mutating func drain(
    _ id: WorkerID, withinMilliseconds: Int, isEnding: Bool = false, atMilliseconds now: Int
  ) -> Bool {
    guard let worker = workers[id] else { return false }
    // What its process is about to do is not put off by an operator.
    if worker.drain?.isEnding == true, !isEnding { return true }
    change(id) {
      $0.drain = Drain(
        deadlineMilliseconds: now + min(max(0, withinMilliseconds), DrainLeft.millisecondsAtMost),
        isEnding: isEnding)
    }
    return true
  }

  /// Places lanes on a worker again.
  package mutating func undrain(_ id: WorkerID) -> Undrained {
    guard let worker = workers[id] else { return .unknown }
    guard let drain = worker.drain else { return .wasInService }
    guard !drain.isEnding else { return .isEnding }
    change(id) { $0.drain = nil }
    return .done
  }

  /// Returns the time that effects of a worker may still take; nil while it does not drain.
  package func drainLeft(_ id: WorkerID, atMilliseconds now: Int) -> Int? {
    workers[id]?.drain.map { max(0, $0.deadlineMilliseconds - now) }
  }

  /// Returns the workers that have this id, or else this name.
  package func find(_ name: String) -> [WorkerID] {
    if let id = workers.keys.first(where: { $0.description == name }) { return [id] }
    return sortedWorkers.filter { $0.worker.record.name == name }.map(\.id)
  }
}
