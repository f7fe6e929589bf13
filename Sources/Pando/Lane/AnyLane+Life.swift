import PandoHosting

extension AnyLane {
  /// Begins with another worker.
  func beginLife(at outbox: LinkOutbox) {
    life += 1
    isOpened = false
    isToMove = false
    (emitted, settled, settledIsDue) = (0, 0, false)
    traceOfSend = nil
    outbox.allow(options.timeoutMilliseconds)
    self.outbox = outbox
  }

  /// True if the worker has to do something for it, or runs effects for it.
  @inline(__always)
  final var hasWork: Bool { machine.count > 0 || !runningSequences.isEmpty }

  /// True if a worker has it, has nothing to do for it, and runs nothing.
  ///
  /// By the phase's cases, as `isAccepting`.
  @inline(__always)
  final var isIdle: Bool {
    guard case .open = machine.phase else { return false }
    return !hasWork && !hasLostEffects
  }

  /// Its worker has gone.
  func noteLoss(_ problem: String, isBlamed: Bool = false) {
    restartCount += 1
    if isBlamed { blameCount += 1 }
    lastProblem = problem
  }
}
