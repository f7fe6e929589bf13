import Logging
import PandoHosting
import Synchronization

// The lease of a coordinator, and what it writes when it leads.
extension SharedRegistry {
  typealias Directive = LeaseMachine.Directive

  /// The most keys that one transaction writes; etcd takes 128.
  private static let writesAtOnce = 100
  private static let reconcileMilliseconds = 1_000

  /// Tells the lease what has happened, and does what follows.
  func drive(_ event: LeaseMachine.Event) {
    let directive = state.withLock {
      $0.lease.handle(event, atMilliseconds: MonotonicClock.nowMilliseconds())
    }
    if let directive { perform(directive) }
  }

  func perform(_ directive: Directive) {
    switch directive {
    case .open: ControlExecutor.run { [self] in drive(await open()) }
    case .renew(let lease): ControlExecutor.run { [self] in drive(await renew(lease)) }
    case .close(let lease): ControlExecutor.run { [store] in try? await store.revoke(lease: lease) }
    }
  }

  /// Looks whether this coordinator leads, and tells the log where that has changed.
  func noteLeadership() {
    let now = MonotonicClock.nowMilliseconds()
    let (former, term, lost) = state.withLock { state in
      let former = state.term
      state.term = state.leadership(atMilliseconds: now)?.term
      let lease = state.lease.lease(atMilliseconds: now)
      let isLost =
        lease.map { state.view.coordinators[$0] == nil } ?? false
        && state.view.revision >= state.cardRevision
      return (former, state.term, isLost ? lease : nil)
    }
    if former != term {
      if let former {
        logger.notice("This coordinator leads no longer.", metadata: ["term": "\(former)"])
      }
      if let term {
        logger.notice("This coordinator leads.", metadata: ["term": "\(term)"])
        reconcile(isNews: true)
      }
    }
    // It stands there no more, and would lead never again.
    if let lost { drive(.expired(lease: lost)) }
  }

  private func open() async -> LeaseMachine.Event {
    let askedAt = MonotonicClock.nowMilliseconds()
    do throws(RegistryStoreError) {
      let (lease, life) = try await store.grantLease(lifeMilliseconds: Self.sessionMilliseconds)
      let card = state.withLock { $0.card }
      let outcome = try await transact(
        RegistryTransaction(
          if: [],
          [.put(layout.text(.coordinator(lease: lease)), RegistryJSON.encode(card), lease: lease)]))
      state.withLock { $0.cardRevision = outcome.revision }
      return .opened(lease: lease, lifeMilliseconds: life, askedAt: askedAt)
    } catch {
      noteAbsence(error)
      return .openFailed
    }
  }

  private func renew(_ lease: Int64) async -> LeaseMachine.Event {
    let askedAt = MonotonicClock.nowMilliseconds()
    do throws(RegistryStoreError) {
      try await store.renew(lease: lease)
      // What is followed may stand still all the same; then only reading tells.
      if state.withLock({ $0.watch != nil }) { noteAnswer() }
      return .renewed(lease: lease, askedAt: askedAt)
    } catch {
      if error == .leaseGone {
        readAgain()
        return .expired(lease: lease)
      }
      noteAbsence(error)
      return .renewalFailed(lease: lease)
    }
  }

  func same(_ incarnation: RegistryView.Incarnation) -> RegistryTransaction.Condition {
    .holds(layout.text(.incarnation), incarnation.value)
  }

  // MARK: - The leader's writes

  /// Brings the catalogue of features up to date, if this coordinator leads.
  func reconcile(isNews: Bool = false) {
    let now = MonotonicClock.nowMilliseconds()
    let write = state.withLock {
      state -> (RegistryView.Incarnation, RegistryTransaction)? in
      guard let leader = state.leadership(atMilliseconds: now),
        let incarnation = state.view.incarnation, !state.isWriting,
        state.view.revision >= state.writtenRevision,
        isNews || now - state.reconciledAt >= Self.reconcileMilliseconds
      else { return nil }
      state.reconciledAt = now
      let hosted = Set(state.view.workers.values.flatMap(\.record.features))
      let changes = state.catalogue.changes(
        written: state.view.features, hosted: hosted, atMilliseconds: now)
      guard !changes.isEmpty else { return nil }
      state.isWriting = true
      let writes =
        changes.added.map { feature in
          RegistryTransaction.Write.put(
            layout.text(.feature(feature)),
            RegistryJSON.encode(FeatureDocument(feature: feature, term: leader.term)), lease: 0)
        } + changes.removed.map { .delete(layout.text(.feature($0))) }
      let card = layout.text(.coordinator(lease: leader.lease))
      return (
        incarnation,
        RegistryTransaction(
          if: [.created(card, at: leader.term), same(incarnation)],
          Array(writes.prefix(Self.writesAtOnce)))
      )
    }
    guard let (incarnation, transaction) = write else { return }
    ControlExecutor.run { [self] in await make(transaction, incarnation) }
  }

  private func make(
    _ transaction: RegistryTransaction, _ incarnation: RegistryView.Incarnation
  ) async {
    // Where none comes, or it was refused as another leads, it is tried again with the next look.
    let outcome = try? await transact(transaction)
    state.withLock { state in
      // A registry that began anew meanwhile numbers its revisions and its terms anew.
      guard state.view.incarnation == incarnation else { return }
      state.isWriting = false
      if let outcome, outcome.isDone { state.writtenRevision = outcome.revision }
    }
  }
}

extension RegistryView {
  /// The coordinator that leads.
  struct Leader: Equatable {
    let lease: Int64
    /// Names its time in office.
    let term: Int64
  }

  /// The one that has been there longest; nil where there is none.
  var leader: Leader? {
    coordinators.min { $0.value.created < $1.value.created }.map {
      Leader(lease: $0.key, term: $0.value.created)
    }
  }
}
