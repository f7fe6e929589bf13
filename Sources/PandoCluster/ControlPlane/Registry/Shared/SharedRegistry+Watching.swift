import Logging
import PandoHosting
import Synchronization

// Keeping a coordinator's knowledge up to date.
extension SharedRegistry {
  private static let pauseMilliseconds = 200

  /// Reads the registry and follows its changes, again and again, until the task is cancelled.
  func keepWatching() async {
    var backoff = RetryBackoff(
      firstMilliseconds: Self.pauseMilliseconds, maximumMilliseconds: 1_000)
    while !Task.isCancelled {
      do throws(RegistryStoreError) {
        let revision = try await synchronise()
        noteAnswer()
        backoff.reset()
        try await follow(from: revision + 1)
      } catch {
        noteStandstill(error)
      }
      if !Task.isCancelled { await ControlExecutor.sleep(milliseconds: backoff.next()) }
    }
  }

  /// Has everything read again, for what is followed is not what is there. Where nothing is followed yet, nothing will be
  /// before that.
  func readAgain() {
    let watch = state.withLock { state in
      state.mustReadAgain = true
      return state.watch
    }
    watch?.cancel()
  }

  /// Reads everything, and returns its revision.
  private func synchronise() async throws(RegistryStoreError) -> Int64 {
    state.withLock { $0.mustReadAgain = false }
    var snapshot = try await store.read(prefix: layout.prefix)
    let name = layout.text(.incarnation)
    let named = snapshot.entries.first { $0.key == name }
    if named == nil || hasGoneBack(snapshot, named) {
      // Whoever is first names it.
      let incarnation = RegistryView.Incarnation(number: .random(in: 1 ... .max))
      _ = try await transact(
        RegistryTransaction(
          if: [.modified(name, at: named?.modified ?? 0)],
          [.put(name, incarnation.value, lease: 0)]))
      snapshot = try await store.read(prefix: layout.prefix)
    }
    let former = state.withLock { state in
      state.view.reset(snapshot, .now)
      state.isKnown = state.view.incarnation != nil
      // Somebody deleted the name that it has just been given.
      if !snapshot.entries.contains(where: { $0.key == name }) { state.mustReadAgain = true }
      guard let incarnation = state.view.incarnation else { return Directive?.none }
      let lastName = state.lastName
      state.lastName = incarnation
      guard let lastName, lastName != incarnation else { return nil }
      // Another registry: its revisions begin anew, and no lease of the former is there.
      defer { state.beginAnew() }
      return state.lease.handle(.stop, atMilliseconds: MonotonicClock.nowMilliseconds())
    }
    if let former { perform(former) }
    noteLeadership()
    return snapshot.revision
  }

  /// Returns whether the store has the registry as it was some time ago, as from a backup.
  ///
  /// Its revisions come again, and with them terms and the numbers of workers. So it gets another name, by which every
  /// coordinator takes it for another registry.
  private func hasGoneBack(_ snapshot: RegistrySnapshot, _ named: RegistryEntry?) -> Bool {
    state.withLock { state in
      snapshot.revision < state.view.revision
        && named.flatMap { RegistryView.Incarnation($0.value) } == state.view.incarnation
    }
  }

  private func follow(from revision: Int64) async throws(RegistryStoreError) {
    let watch = ControlExecutor.run { [self] () async -> Result<Void, RegistryStoreError> in
      do throws(RegistryStoreError) {
        try await store.watch(prefix: layout.prefix, from: revision) { [self] in take($0) }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    let mustReadAgain = state.withLock { state in
      state.watch = watch
      return state.mustReadAgain
    }
    // It may have been asked for before the watch was known.
    if mustReadAgain { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await watch.value
    } onCancel: {
      watch.cancel()
    }
    state.withLock { $0.watch = nil }
    try result.get()
  }

  private func take(_ events: RegistryEvents) {
    if renames(events) { return readAgain() }
    let (leads, departed) = state.withLock { state in
      state.view.apply(events, .now)
      let departed = state.view.takeDeparted()
      for id in departed.keys {
        state.loads[id.number] = nil
        state.renewed.forget(id.number)
      }
      return (state.term != nil, departed)
    }
    if leads {
      for (id, record) in departed.sorted(by: { $0.key < $1.key }) {
        logger.info(
          "A worker is gone from the registry: it has left, was replaced, or was silent for too long.",
          metadata: ["id": "\(id)", "name": "\(record.name)", "endpoint": "\(record.endpoint)"])
      }
    }
    noteLeadership()
    reconcile(isNews: true)
  }

  /// Returns whether the registry gets another name, or loses its own: what follows is of another one, which is to be
  /// read first.
  private func renames(_ events: RegistryEvents) -> Bool {
    let name = layout.text(.incarnation)
    return events.changes.contains { change in
      switch change {
      case .put(let entry):
        entry.key == name
          && RegistryView.Incarnation(entry.value) != state.withLock { $0.view.incarnation }
      case .deleted(let key, _): key == name
      }
    }
  }
}
