extension SimulatedProgram {
  /// Returns a program that still fails, with as few events as removing them one after the other can find
  /// (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002), and a plain cluster.
  ///
  /// Complexity: O(n log n) runs where one event is at fault, O(n^2) at worst; `limit` ends it.
  package func shrunk(
    limit: Int = 2_000, _ fails: (SimulatedProgram) -> Bool
  ) -> SimulatedProgram {
    var best = self
    var runs = 0
    func tries(_ candidate: SimulatedProgram) -> Bool {
      guard runs < limit, candidate != best else { return false }
      runs += 1
      guard fails(candidate) else { return false }
      best = candidate
      return true
    }
    var hasChanged = true
    while hasChanged, runs < limit {
      hasChanged = false
      var size = max(1, best.events.count / 2)
      while size >= 1 {
        var start = 0
        while start < best.events.count {
          var candidate = best
          candidate.events.removeSubrange(start..<min(start + size, best.events.count))
          if tries(candidate) { hasChanged = true } else { start += size }
        }
        size /= 2
      }
      for simplify in Self.simplifications {
        var candidate = best
        simplify(&candidate)
        if tries(candidate) { hasChanged = true }
      }
      for index in best.events.indices {
        for simpler in best.events[index].simpler {
          var candidate = best
          candidate.events[index] = simpler
          if tries(candidate) { hasChanged = true }
        }
      }
    }
    return best
  }

  private static let simplifications: [@Sendable (inout SimulatedProgram) -> Void] = [
    { $0.setup.workerCount = 1 },
    { $0.setup.isAsReady = false },
    { $0.setup.readyPlaces = nil },
    { $0.setup.inProcessPlaces = nil },
    { $0.setup.latencyMicroseconds = 20 },
    { $0.setup.window = 8 },
    { $0.setup.windowBytes = nil },
    { $0.setup.source = .spawned },
    { $0.setup.messageBytes = nil },
    { $0.setup.tellsOfInterruption = nil },
    { $0.setup.strangerCount = nil },
    { $0.setup.olderCount = nil },
    { $0.setup.newerCount = nil },
    { $0.setup.newerShare = nil },
    { $0.setup.tracesOneOf = nil },
    { $0.setup.readsTimeline = nil },
    { $0.setup.startsAtOnce = nil },
    { $0.setup.diskMicroseconds = nil },
    { program in
      guard program.setup.clientCount > 1 else { return }
      program.setup.clientCount = 1
      program.events.removeAll {
        switch $0 {
        case .send(let client, _), .sendInTask(let client, _), .fault(.cut(let client, _, _, _)),
          .fault(.endClient(let client)), .fault(.restartClient(let client, _, _)):
          client > 0
        default: false
        }
      }
    },
    { program in
      program.setup.clientCount = 1
      program.events = program.events.map(\.byTheFirstClient)
    },
  ]
}

extension Event {
  /// The same, where the first client does it, or has it done to it.
  fileprivate var byTheFirstClient: Event {
    switch self {
    case .send(_, let action): .send(client: 0, action)
    case .sendInTask(_, let action): .sendInTask(client: 0, action)
    case .fault(.cut(_, let toWorker, let toClient, let milliseconds)):
      .fault(.cut(client: 0, toWorker: toWorker, toClient: toClient, milliseconds: milliseconds))
    case .fault(.endClient): .fault(.endClient(0))
    case .fault(.restartClient(_, let atGroup, let keepsGroup)):
      .fault(.restartClient(0, atGroup: atGroup, keepsGroup: keepsGroup))
    case .wait, .fault, .drain, .undrain: self
    }
  }

  /// The same with less to it.
  fileprivate var simpler: [Event] {
    switch self {
    case .send(let client, let action):
      guard let script = action.script else { return [] }
      var scripts: [Script] = []
      for index in script.steps.indices {
        var shorter = script
        shorter.steps.remove(at: index)
        scripts.append(shorter)
      }
      if script.parent != .nothing {
        var alone = script
        alone.parent = .nothing
        scripts.append(alone)
      }
      return scripts.map { .send(client: client, action.with($0)) }
    case .sendInTask(let client, let action):
      return [.send(client: client, action)]
    case .wait(let microseconds):
      return microseconds > 1 ? [.wait(microseconds: microseconds / 2)] : []
    case .fault(.pause(let victim, let milliseconds)):
      return [.fault(.kill(victim: victim))]
        + (milliseconds > 1 ? [.fault(.pause(victim: victim, milliseconds: milliseconds / 2))] : [])
    case .fault(.terminate(let victim, let milliseconds)),
      .fault(.hurry(let victim, let milliseconds)):
      return [.fault(.kill(victim: victim)), .drain(victim: victim)]
        + (milliseconds > 1
          ? [.fault(.terminate(victim: victim, milliseconds: milliseconds / 2))] : [])
    case .fault, .drain, .undrain:
      return []
    }
  }
}
