import Logging
import PandoHosting
import Synchronization

// The session of a coordinator, and what it writes when it leads.
extension SharedRegistry {
  typealias Directive = ElectionMachine.Directive

  /// The most keys that one transaction writes; etcd takes 128.
  private static let writesAtOnce = 100
  private static let reconcileMilliseconds = 1_000

  /// Tells the election what has happened, and does what follows.
  func drive(_ event: ElectionMachine.Event) {
    let directives = state.withLock {
      $0.election.handle(event, atMilliseconds: MonotonicClock.nowMilliseconds())
    }
    for directive in directives { perform(directive) }
  }

  func perform(_ directive: Directive) {
    switch directive {
    case .open: ControlExecutor.run { [self] in drive(await open()) }
    case .renew(let lease): ControlExecutor.run { [self] in drive(await renew(lease)) }
    case .campaign(let lease): ControlExecutor.run { [self] in drive(await campaign(lease)) }
    case .close(let lease): ControlExecutor.run { [store] in try? await store.revoke(lease: lease) }
    case .lead(let term):
      logger.notice("This coordinator leads.", metadata: ["term": "\(term)"])
      reconcile(isNews: true)
    case .standDown(let term):
      logger.notice("This coordinator leads no longer.", metadata: ["term": "\(term)"])
    }
  }

  private func open() async -> ElectionMachine.Event {
    let askedAt = MonotonicClock.nowMilliseconds()
    do throws(RegistryStoreError) {
      let (lease, life) = try await store.grantLease(lifeMilliseconds: Self.sessionMilliseconds)
      let card = state.withLock { $0.card }
      _ = try await transact(
        RegistryTransaction(
          if: [],
          [.put(layout.text(.coordinator(lease: lease)), RegistryJSON.encode(card), lease: lease)]))
      return .opened(lease: lease, lifeMilliseconds: life, askedAt: askedAt)
    } catch {
      noteAbsence(error)
      return .openFailed
    }
  }

  private func renew(_ lease: Int64) async -> ElectionMachine.Event {
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

  private func campaign(_ lease: Int64) async -> ElectionMachine.Event {
    let (card, incarnation) = state.withLock { ($0.card, $0.view.incarnation) }
    guard let incarnation else { return .campaignFailed(lease: lease) }
    let key = layout.text(.leader)
    do throws(RegistryStoreError) {
      let outcome = try await transact(
        RegistryTransaction(
          if: [.created(key, at: 0), same(incarnation)],
          [.put(key, RegistryJSON.encode(card), lease: lease)], otherwise: [key]))
      if outcome.isDone { return .won(lease: lease, term: outcome.revision) }
      guard let leader = outcome.entries.first else {
        readAgain()
        return .campaignFailed(lease: lease)
      }
      // The answer to an earlier campaign was lost.
      if leader.lease == lease { return .won(lease: lease, term: leader.created) }
      return .lost(lease: lease, revision: outcome.revision)
    } catch {
      return error == .leaseGone ? .expired(lease: lease) : .campaignFailed(lease: lease)
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
      state -> (Int64, RegistryView.Incarnation, RegistryTransaction)? in
      guard let term = state.election.term(atMilliseconds: now),
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
            RegistryJSON.encode(FeatureDocument(feature: feature, term: term)), lease: 0)
        } + changes.removed.map { .delete(layout.text(.feature($0))) }
      return (
        term, incarnation,
        RegistryTransaction(
          if: [.created(layout.text(.leader), at: term), same(incarnation)],
          Array(writes.prefix(Self.writesAtOnce)))
      )
    }
    guard let (term, incarnation, transaction) = write else { return }
    ControlExecutor.run { [self] in await make(transaction, term, incarnation) }
  }

  private func make(
    _ transaction: RegistryTransaction, _ term: Int64, _ incarnation: RegistryView.Incarnation
  ) async {
    // Where none comes it is tried again with the next look.
    let outcome = try? await transact(transaction)
    let isRefused = state.withLock { state in
      // A registry that began anew meanwhile numbers its revisions and its terms anew.
      guard state.view.incarnation == incarnation else { return false }
      state.isWriting = false
      if let outcome, outcome.isDone { state.writtenRevision = outcome.revision }
      return outcome?.isDone == false
    }
    if isRefused { drive(.refused(term: term)) }
  }
}
