import Pando
import PandoHosting
import Synchronization

// The workers, for the store.
extension PoolBackend {
  func owns(_ link: any HostingLink) -> Bool {
    guard let link = link as? WorkerLink else { return false }
    return state.withLock { $0.links[link.member] === link }
  }

  func processID(of link: any HostingLink) -> Int32? {
    guard let link = link as? WorkerLink else { return nil }
    return state.withLock { $0.processIDs[link.member] }
  }

  var workers: [HostedWorker] {
    let looks = state.withLock { state in
      state.machine.status.map { status in
        let isThere = status.state == .ready || status.state == .draining
        return (
          status: status,
          processID: isThere ? status.member.flatMap { state.processIDs[$0] } : nil,
          commitCount: status.member.flatMap { state.links[$0]?.commitCount } ?? 0,
          loss: state.losses[status.name]
        )
      }
    }
    let isSpawned = if case .spawned = source { true } else { false }
    return looks.map { look in
      let own = isSpawned ? look.processID : nil
      return HostedWorker(
        name: look.status.name, state: HostedWorker.State(look.status.state),
        processID: look.processID, childCount: look.status.laneCount,
        commitCount: look.commitCount, restartCount: look.loss?.count ?? 0,
        // A start that failed is younger than any loss: a worker that is there has no such problem.
        lastProblem: look.status.startProblem ?? look.loss?.reason,
        sandbox: source.confinement?.sandbox, unenforced: source.confinement?.gaps ?? [],
        processorTime: own.flatMap(ProcessorTime.nanoseconds).map { .nanoseconds($0) },
        residentBytes: own.flatMap { ResidentMemory.bytes(of: $0) }, isSpawned: isSpawned)
    }
  }
}
