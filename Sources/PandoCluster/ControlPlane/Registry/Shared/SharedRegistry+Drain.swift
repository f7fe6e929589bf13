package import PandoHosting
import Synchronization

// Drains, which every coordinator is to know of: each write compares the drain that it changes.
extension SharedRegistry {
  private static let drainAttempts = 8

  package func drain(
    _ id: WorkerID, withinMilliseconds: Int, isEnding: Bool
  ) async throws(ControlError) -> Bool {
    let document = DrainDocument(
      askedMilliseconds: RegistryClock.now.wallMilliseconds,
      withinMilliseconds: max(0, withinMilliseconds), isEnding: isEnding)
    let former = try await change(id) { former in
      // What its process is about to do is not put off by an operator.
      former?.isEnding == true && !isEnding ? .keep : .put(document)
    }
    return former != nil
  }

  package func undrain(_ id: WorkerID) async throws(ControlError) -> WorkerRegistry.Undrained {
    let former = try await change(id) { former in
      former == nil || former?.isEnding == true ? .keep : .delete
    }
    switch former {
    case nil: return .unknown
    case .some(nil): return .wasInService
    case .some(let drain?): return drain.isEnding ? .isEnding : .done
    }
  }

  package func drainLeft(_ id: WorkerID) -> Int? {
    workers.drainLeft(id, atMilliseconds: MonotonicClock.nowMilliseconds())
  }

  /// Returns the drain that a worker has once it has joined, so that nothing is placed on it in between: as it
  /// says itself, or else as it was before the same process joined anew.
  func drain(
    of record: WorkerRecord, over holder: RegistryView.Worker?, at wallMilliseconds: Int64
  ) -> DrainDocument? {
    if let left = record.drain {
      return DrainDocument(
        askedMilliseconds: wallMilliseconds, withinMilliseconds: left.milliseconds,
        isEnding: left.isEnding)
    }
    guard let life = record.life, let holder, holder.record.life == life else { return nil }
    return state.withLock { $0.view.drains[holder.lease] }
  }

  private enum DrainChange {
    case keep
    case put(DrainDocument)
    case delete
  }

  /// Changes the drain of a worker, if it is still the one that was looked at. Returns that one; nil where the
  /// worker is not known.
  private func change(
    _ id: WorkerID, _ decide: (DrainDocument?) -> DrainChange
  ) async throws(ControlError) -> DrainDocument?? {
    for _ in 0..<Self.drainAttempts {
      try requireKnowledge()
      let (found, incarnation) = state.withLock { state in
        let worker = state.view.worker(id)
        return (
          worker.map { worker in
            let key = layout.text(.drain(lease: worker.lease))
            return (worker, key, state.view.revision(of: key), state.view.drains[worker.lease])
          }, state.view.incarnation
        )
      }
      guard let (worker, key, revision, former) = found, let incarnation else { return nil }
      let write: RegistryTransaction.Write
      let value: [UInt8]?
      switch decide(former) {
      case .keep: return .some(former)
      case .put(let document):
        value = RegistryJSON.encode(document)
        write = .put(key, value ?? [], lease: worker.lease)
      case .delete:
        value = nil
        write = .delete(key)
      }
      let workerKey = layout.text(.worker(endpoint: worker.record.endpoint))
      let outcome: RegistryTransaction.Outcome
      do throws(RegistryStoreError) {
        outcome = try await transact(
          RegistryTransaction(
            if: [
              .modified(workerKey, at: Int64(id.number)), .modified(key, at: revision),
              same(incarnation),
            ],
            [write], otherwise: [workerKey, key, layout.text(.incarnation)]))
      } catch {
        guard error == .leaseGone else { throw unavailable(error) }
        state.withLock { $0.view.forget(id) }
        return nil
      }
      if outcome.isDone {
        let change: RegistryEvents.Change =
          if let value {
            .put(
              RegistryEntry(
                key: key, value: value, created: 0, modified: outcome.revision,
                lease: worker.lease))
          } else {
            .deleted(key, at: outcome.revision)
          }
        state.withLock { $0.view.apply([change], .now) }
        return .some(former)
      }
      try learn(outcome, of: [workerKey, key], incarnation)
    }
    throw .unavailable(sentence("the drain of the worker \(id) is changed from all sides"))
  }

  /// Takes over what a transaction found that did not come to pass.
  private func learn(
    _ outcome: RegistryTransaction.Outcome, of keys: [String],
    _ incarnation: RegistryView.Incarnation
  ) throws(ControlError) {
    let name = layout.text(.incarnation)
    guard outcome.entries.first(where: { $0.key == name })?.value == incarnation.value else {
      readAgain()
      throw .unavailable(sentence("it is not the one that it was"))
    }
    let changes = keys.map { key in
      outcome.entries.first { $0.key == key }.map { RegistryEvents.Change.put($0) }
        ?? .deleted(key, at: outcome.revision)
    }
    state.withLock { $0.view.apply(changes, .now) }
  }
}
