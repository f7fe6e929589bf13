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
  var hasWork: Bool { machine.count > 0 || !runningSequences.isEmpty }

  /// Its worker has gone.
  func noteLoss(_ problem: String) {
    restartCount += 1
    lastProblem = problem
  }
}
