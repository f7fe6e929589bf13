import PandoHosting

/// The way out of service, as the worker's receiver goes it.
extension SimulatedProcess {
  /// `SIGTERM`: drains, and ends once it is empty or at the deadline.
  package func drainAndEnd(withinMilliseconds milliseconds: Int) {
    guard phase != .dead else { return }
    if phase == .starting { return stop() }
    drain(.terminate(withinMilliseconds: milliseconds))
    // Told while it has a place to be told.
    world.coordinator.noteEnd(of: self, withinMilliseconds: milliseconds)
  }

  /// Begins to drain, or does so no longer, as the operator wants.
  func drain(_ event: DrainMachine.Event) {
    whenReceiving { [self] in
      follow(drain.handle(event, now: world.time.milliseconds))
      if drain.isTerminating, !isDrainWatched {
        isDrainWatched = true
        watchDrain()
      }
    }
  }

  private func follow(_ directive: DrainMachine.Directive?) {
    switch directive {
    case .tell(let milliseconds):
      world.note("drain", drain.isTerminating ? "ending" : "in service", "drain")
      for session in sessions.values {
        session.connection.sendToClient(encoded(.draining(withinMilliseconds: milliseconds)))
      }
    case .tellUndrained:
      world.note("drain", "draining", "undrain")
      for session in sessions.values { session.connection.sendToClient(encoded(.undrained)) }
    case .stop:
      world.note("drain", laneCount == 0 ? "empty" : "late", "stop")
      stop()
    case nil:
      break
    }
  }

  private func watchDrain() {
    whenReceiving { [self] in
      follow(drain.handle(.tick(laneCount: laneCount), now: world.time.milliseconds))
    }
    if isStopping { return }
    later(5_000) { [weak self] in self?.watchDrain() }
  }

  /// The drain, for the coordinator that it joins.
  var drainLeft: DrainLeft? {
    drain.remaining(now: world.time.milliseconds).map {
      DrainLeft(milliseconds: $0, isEnding: drain.isTerminating)
    }
  }
}
