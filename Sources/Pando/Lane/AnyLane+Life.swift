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
}
