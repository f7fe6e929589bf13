package import PandoHosting
import Synchronization

/// The registry of a coordinator that is alone: in memory, and gone with it.
package final class MemoryRegistry: Registry {
  private struct State {
    var registry: WorkerRegistry
    var time: RunningTime
    var card: CoordinatorCard?

    var now: Int {
      mutating get { time.look(clock: MonotonicClock.nowMilliseconds()) }
    }
  }

  private let state: Mutex<State>

  package init(_ registry: WorkerRegistry) {
    state = Mutex(
      State(
        registry: registry,
        time: RunningTime(clock: MonotonicClock.nowMilliseconds(), registry: registry)))
  }

  package var workers: WorkerRegistry { state.withLock { $0.registry } }

  package var status: [ClusterStatus.Worker] {
    state.withLock { state in
      let now = state.now
      return state.registry.status(atMilliseconds: now)
    }
  }

  package var condition: ClusterStatus.Registry {
    var condition = ClusterStatus.Registry()
    if let card = state.withLock({ $0.card }) {
      let member = ClusterStatus.Member(card)
      condition.leader = member
      condition.coordinators = [member]
    }
    return condition
  }

  package var isLeading: Bool { true }

  package func requireKnowledge() {}

  package func join(_ record: WorkerRecord, sameKeyOnly: Bool) -> RegistryJoin {
    state.withLock { state in
      let holder = state.registry.holder(of: record.endpoint)
      if sameKeyOnly, let (id, worker) = holder, worker.record.key != record.key {
        return .taken(by: id, worker.record)
      }
      let now = state.now
      let joined = state.registry.join(record, atMilliseconds: now)
      let isSame = record.life != nil && holder?.worker.record.life == record.life
      return .joined(joined.lease, replaced: isSame ? nil : joined.replaced)
    }
  }

  package func beat(_ id: WorkerID, load: WorkerLoad) -> WorkerRegistry.Beat {
    state.withLock { state in
      let now = state.now
      return state.registry.beat(id, load: load, atMilliseconds: now)
    }
  }

  package func keeps(_ id: WorkerID) -> Bool { true }

  package func leave(_ id: WorkerID) -> WorkerRecord? {
    state.withLock { $0.registry.leave(id) }
  }

  package func place(
    _ wish: PlacementWish, avoiding avoided: Set<WorkerID>
  ) -> Result<Placement, PlacementRefusal> {
    state.withLock { $0.registry.place(wish, avoiding: avoided) }
  }

  package func drain(_ id: WorkerID, withinMilliseconds: Int, isEnding: Bool) -> Bool {
    state.withLock { state in
      let now = state.now
      return state.registry.drain(
        id, withinMilliseconds: withinMilliseconds, isEnding: isEnding, atMilliseconds: now)
    }
  }

  package func undrain(_ id: WorkerID) -> WorkerRegistry.Undrained {
    state.withLock { $0.registry.undrain(id) }
  }

  package func drainLeft(_ id: WorkerID) -> Int? {
    state.withLock { state in
      let now = state.now
      return state.registry.drainLeft(id, atMilliseconds: now)
    }
  }

  package func report(dead id: WorkerID) -> WorkerRegistry.Report {
    state.withLock { state in
      let now = state.now
      return state.registry.report(dead: id, atMilliseconds: now)
    }
  }

  package func expire(isTrusted: (WorkerRecord) -> Bool) -> RegistryExpiry {
    state.withLock { state in
      var expiry = RegistryExpiry()
      for (id, worker) in state.registry.workers where !isTrusted(worker.record) {
        expiry.distrusted[id] = state.registry.leave(id)
      }
      let now = state.now
      expiry.silent = state.registry.expire(atMilliseconds: now)
      return expiry
    }
  }

  package func run(_ card: CoordinatorCard) async {
    state.withLock { $0.card = card }
    while !Task.isCancelled { await ControlExecutor.sleep(milliseconds: 60_000) }
  }
}
