/// The workers behind a coordinator that are not to be named for a while: it may give the same process another id,
/// which it has once it has joined anew.
struct SuspectedWorkers {
  /// A worker that was lost, or that another has replaced.
  private struct Suspicion {
    let sinceMilliseconds: Int
    /// The life of its process, where that is lost and was known.
    let life: String?
  }

  private let suspicionMilliseconds: Int
  private var suspicions: [WorkerID: Suspicion] = [:]

  init(suspicionMilliseconds: Int) { self.suspicionMilliseconds = suspicionMilliseconds }

  mutating func add(_ worker: WorkerID, life: String? = nil, _ now: Int) {
    suspicions[worker] = Suspicion(sinceMilliseconds: now, life: life)
  }

  /// Returns whether a worker was lost so short a time ago that an answer which names it is older than that.
  func contains(_ placement: Placement, _ now: Int) -> Bool {
    suspicions.contains { id, suspicion in
      isRecent(suspicion, now)
        && (id == placement.worker || placement.life != nil && suspicion.life == placement.life)
    }
  }

  /// Returns those that are still suspected, with their lives, and forgets the others.
  mutating func current(_ now: Int) -> [WorkerID: String?] {
    suspicions = suspicions.filter { isRecent($0.value, now) }
    return suspicions.mapValues(\.life)
  }

  private func isRecent(_ suspicion: Suspicion, _ now: Int) -> Bool {
    now - suspicion.sinceMilliseconds < suspicionMilliseconds
  }
}
