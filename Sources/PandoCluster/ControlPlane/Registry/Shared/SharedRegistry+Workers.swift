import Logging
package import PandoHosting
import Synchronization

// The writes that any coordinator makes, each fenced by what it rests on.
extension SharedRegistry {
  private static let joinAttempts = 4

  package func join(
    _ record: WorkerRecord, sameKeyOnly: Bool
  ) async throws(ControlError) -> RegistryJoin {
    try requireKnowledge()
    let lease: Int64
    let life: Int
    do throws(RegistryStoreError) {
      (lease, life) = try await store.grantLease(lifeMilliseconds: settings.lifeMilliseconds)
    } catch {
      throw unavailable(error)
    }
    for _ in 0..<Self.joinAttempts {
      let (holder, incarnation) = state.withLock {
        ($0.view.workers[record.endpoint], $0.view.incarnation)
      }
      guard let incarnation else { break }
      if sameKeyOnly, let holder, holder.record.key != record.key {
        revoke(lease)
        return .taken(by: holder.id, holder.record)
      }
      guard let number = try await register(record, lease, over: holder, incarnation) else {
        continue
      }
      // Its keys other than the worker's own, which is under the new lease now.
      if let holder { revoke(holder.lease) }
      let isSame = record.life != nil && holder?.record.life == record.life
      return .joined(
        WorkerLease(
          id: WorkerID(coordinator: incarnation.number, number: number),
          beatIntervalMilliseconds: settings.beatIntervalMilliseconds, lifeMilliseconds: life),
        replaced: isSame ? nil : holder?.id)
    }
    revoke(lease)
    throw .unavailable(sentence("workers join at \(record.endpoint) from all sides"))
  }

  /// Writes a worker over what is known of its endpoint; returns its number, or nil when something else is
  /// there, which is known then.
  private func register(
    _ record: WorkerRecord, _ lease: Int64, over holder: RegistryView.Worker?,
    _ incarnation: RegistryView.Incarnation
  ) async throws(ControlError) -> Int? {
    let key = layout.text(.worker(endpoint: record.endpoint))
    let now = RegistryClock.now.wallMilliseconds
    // How it drains is in a key that changes.
    var lasting = record
    lasting.drain = nil
    let value = RegistryJSON.encode(WorkerDocument(worker: lasting, joinedMilliseconds: now))
    var writes = [RegistryTransaction.Write.put(key, value, lease: lease)]
    let drain = drain(of: record, over: holder, at: now).map {
      (key: layout.text(.drain(lease: lease)), value: RegistryJSON.encode($0))
    }
    if let drain { writes.append(.put(drain.key, drain.value, lease: lease)) }
    let outcome: RegistryTransaction.Outcome
    do throws(RegistryStoreError) {
      outcome = try await transact(
        RegistryTransaction(
          if: [.modified(key, at: holder.map { Int64($0.id.number) } ?? 0), same(incarnation)],
          writes, otherwise: [key, layout.text(.incarnation)]))
    } catch {
      throw unavailable(error)
    }
    let found = outcome.entries
    if !outcome.isDone, found.first(where: { $0.key != key })?.value != incarnation.value {
      readAgain()
      throw .unavailable(sentence("it is not the one that it was"))
    }
    let revision = outcome.revision
    let entry = { (key: String, value: [UInt8]) in
      RegistryEntry(key: key, value: value, created: 0, modified: revision, lease: lease)
    }
    var changes: [RegistryEvents.Change]
    if outcome.isDone {
      changes = [.put(entry(key, value))]
      if let drain { changes.append(.put(entry(drain.key, drain.value))) }
    } else if let entry = found.first(where: { $0.key == key }) {
      changes = [.put(entry)]
    } else {
      changes = [.deleted(key, at: revision)]
    }
    state.withLock { $0.view.apply(changes, .now) }
    return outcome.isDone ? Int(revision) : nil
  }

  package func beat(
    _ id: WorkerID, load: WorkerLoad
  ) async throws(ControlError) -> WorkerRegistry.Beat {
    try requireKnowledge()
    let now = MonotonicClock.nowMilliseconds()
    let (outcome, worker, isSuspect, noted) = state.withLock { state in
      let outcome = state.view.beat(id, load: load, atMilliseconds: now)
      if outcome != .unknown {
        state.renewed.beat(id.number, isAway: state.absence != nil, atMilliseconds: now)
      }
      return (
        outcome, state.view.worker(id), state.view.suspects.contains(id.number),
        state.view.registry.workers[id]?.load
      )
    }
    guard let worker else { return .unknown }
    renew(worker)
    report(noted ?? load, of: worker, atMilliseconds: now)
    // The report of it may have been written after an earlier beat.
    if outcome == .recovered || isSuspect {
      write(worker, [.delete(layout.text(.suspect(number: id.number)))])
    }
    return outcome
  }

  package func keeps(_ id: WorkerID) -> Bool {
    let now = MonotonicClock.nowMilliseconds()
    return state.withLock { $0.renewed.isKept(id.number, atMilliseconds: now) }
  }

  package func leave(_ id: WorkerID) async throws(ControlError) -> WorkerRecord? {
    try requireKnowledge()
    guard let worker = state.withLock({ $0.view.worker(id) }) else { return nil }
    do throws(RegistryStoreError) {
      try await store.revoke(lease: worker.lease)
    } catch {
      throw unavailable(error)
    }
    state.withLock { $0.view.forget(id) }
    return worker.record
  }

  package func report(dead id: WorkerID) async throws(ControlError) -> WorkerRegistry.Report {
    try requireKnowledge()
    let now = MonotonicClock.nowMilliseconds()
    let (outcome, worker, endpoint, life) = state.withLock { state in
      (
        state.view.registry.report(dead: id, atMilliseconds: now), state.view.worker(id),
        state.card.endpoint, state.view.own
      )
    }
    if outcome == .suspected, let worker {
      let document = RegistryJSON.encode(SuspectDocument(coordinator: endpoint, life: life))
      write(
        worker,
        [.put(layout.text(.suspect(number: id.number)), document, lease: worker.lease)])
    }
    return outcome
  }

  // MARK: - Nobody waits for these

  func revoke(_ lease: Int64) {
    ControlExecutor.run { [store] in try? await store.revoke(lease: lease) }
  }

  /// Keeps a worker's lease alive; one renewal at a time.
  private func renew(_ worker: RegistryView.Worker) {
    let lease = worker.lease
    guard state.withLock({ $0.renewals.insert(lease).inserted }) else { return }
    ControlExecutor.run { [self] in
      let askedAt = MonotonicClock.nowMilliseconds()
      do throws(RegistryStoreError) {
        try await store.renew(lease: lease)
        state.withLock { $0.renewed.renewed(worker.id.number, askedAt: askedAt) }
      } catch {
        // At its next beat it is told to join again.
        if error == .leaseGone { state.withLock { $0.view.forget(worker.id) } }
      }
      state.withLock { _ = $0.renewals.remove(lease) }
    }
  }

  /// Tells the other coordinators of a load that is not what they know.
  private func report(
    _ load: WorkerLoad, of worker: RegistryView.Worker, atMilliseconds now: Int
  ) {
    let number = worker.id.number
    let endpoint = state.withLock { state -> String? in
      if let last = state.loads[number] {
        guard !last.isUnderWay, last.differs(from: load, atMilliseconds: now) else { return nil }
      }
      state.loads[number] = LoadReport(load: load, atMilliseconds: now, isUnderWay: true)
      return state.card.endpoint
    }
    guard let endpoint else { return }
    let document = RegistryJSON.encode(LoadDocument(load: load, coordinator: endpoint))
    write(worker, [.put(layout.text(.load(number: number)), document, lease: worker.lease)]) {
      [self] isDone in
      state.withLock { state in
        state.loads[number]?.isUnderWay = false
        state.loads[number]?.isLost = !isDone
      }
    }
  }

  /// Writes what belongs to a worker, as long as that is registered.
  private func write(
    _ worker: RegistryView.Worker, _ writes: [RegistryTransaction.Write],
    then finish: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    guard let incarnation = state.withLock({ $0.view.incarnation }) else { return finish(false) }
    let key = layout.text(.worker(endpoint: worker.record.endpoint))
    let transaction = RegistryTransaction(
      if: [.modified(key, at: Int64(worker.id.number)), same(incarnation)], writes)
    ControlExecutor.run { [self] in
      do throws(RegistryStoreError) {
        finish(try await transact(transaction).isDone)
      } catch {
        logger.debug("A write to the registry was left out.", metadata: ["reason": "\(error)"])
        finish(false)
      }
    }
  }
}
