import PandoHosting

/// An effect that a store counts on, for whoever asks what is still to come.
package struct EffectInFlight {
  /// Nil where it has none, or where it is not known in this process.
  package let name: String?
  /// The action that returned it.
  package let tracker: ActionTracker
  /// The feature whose worker runs it; nil where it runs here.
  package let host: String?
}

extension StoreEngine {
  /// True if the calling thread holds the lock, as inside a reducer and a hook.
  package var isLockedHere: Bool { lock.isHeldHere }

  /// True if nothing is under way that could bring an action: none waits to commit, and no effect
  /// runs. Asked with the lock held.
  package var isIdle: Bool {
    !awaitsCommit && effects.count == 0 && desk.remoteEffects.isEmpty
  }

  /// True if an action waits to commit, or is to come that tells a feature of lost effects. Asked with
  /// the lock held.
  package var awaitsCommit: Bool { !commits.isEmpty || commits.hasWaiting || hasLossToTell }

  /// True if an action waits to commit, or is to come that tells a feature of lost effects other than those
  /// of some actions. Asked with the lock held.
  package func awaitsCommit(apartFrom isIgnored: (ActionTracker) -> Bool) -> Bool {
    !commits.isEmpty || commits.hasWaiting
      || desk.lanes.values.contains {
        owesTelling($0) && !$0.interruptedTrackers.allSatisfy(isIgnored)
      }
  }

  /// True if a feature lost effects with its worker and is still to be told, by an action. Asked with
  /// the lock held.
  package var hasLossToTell: Bool { desk.lanes.values.contains { owesTelling($0) } }

  private func owesTelling(_ lane: AnyLane) -> Bool {
    lane.hasLostEffects && lane.machine.phase != .closing
  }

  /// True if nothing is under way but effects that were returned for some actions. Asked with the lock
  /// held.
  package func isIdle(apartFrom isIgnored: (ActionTracker) -> Bool) -> Bool {
    !awaitsCommit(apartFrom: isIgnored)
      && effects.all.allSatisfy { isIgnored($0.tag) }
      && desk.remoteEffects.allSatisfy(isIgnored)
  }

  /// The effects that run and were not cancelled. Asked with the lock held.
  package func effectsInFlight() -> [EffectInFlight] {
    localEffects(areCancelled: false)
      + desk.remoteEffects.sorted.flatMap { key, effects in inFlight(key, effects) }
  }

  /// The effects that were cancelled and run on in this process. Asked with the lock held.
  package func cancelledEffects() -> [EffectInFlight] { localEffects(areCancelled: true) }

  private func localEffects(areCancelled: Bool) -> [EffectInFlight] {
    effects.all.filter { $0.isCancelled == areCancelled }.map {
      EffectInFlight(name: $0.name, tracker: $0.tag, host: nil)
    }
  }

  private func inFlight(
    _ key: RemoteKey, _ effects: RemoteEffects
  ) -> [EffectInFlight] {
    guard let lane = desk.lanes[key.lane], lane.machine.phase != .closing else { return [] }
    let known = backend?.effects(of: key.lane, key.sequence) ?? []
    let names = known.filter { !$0.isCancelled }.map(\.name)
    // Those that the worker is still to start have no name yet.
    let unknownCount = max(effects.remaining - known.count, 0)
    return (names + Array(repeating: nil, count: unknownCount)).map {
      EffectInFlight(name: $0, tracker: effects.tracker, host: lane.feature.descriptor.name)
    }
  }

  /// Cancels every effect, here and on workers, and leaves the store as it is.
  package func cancelEffects() {
    commit {
      effects.cancelEverything()
      for (key, _) in desk.remoteEffects.sorted { desk.cancel(key) }
    }
  }
}
