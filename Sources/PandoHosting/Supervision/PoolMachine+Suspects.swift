// Workers behind a coordinator that are not to be named: it may give the same process another id, which it has once it
// has joined anew.
extension PoolMachine {
  /// A worker that was lost, or that another has replaced.
  struct Suspicion {
    var sinceMilliseconds: Int
    /// The life of its process, where that is lost and was known.
    var life: String?
  }

  /// Returns whether a worker was lost so short a time ago that an answer which names it is older than that.
  func isSuspect(_ placement: Placement, _ now: Int) -> Bool {
    suspects.contains { id, suspicion in
      isRecent(suspicion, now)
        && (id == placement.worker || placement.life != nil && suspicion.life == placement.life)
    }
  }

  mutating func forgetSuspects(_ now: Int) {
    suspects = suspects.filter { isRecent($0.value, now) }
  }

  private func isRecent(_ suspicion: Suspicion, _ now: Int) -> Bool {
    now - suspicion.sinceMilliseconds < limits.suspicionMilliseconds
  }

  /// The workers that the coordinator is not to name, with their lives.
  ///
  /// Complexity: O(suspects + members).
  var avoided: [WorkerID: String?] {
    var avoided = suspects.mapValues(\.life)
    for member in members.values where member.drain != nil {
      if let found = member.found { avoided[found.worker] = found.life }
    }
    return avoided
  }
}
