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
    let isSpawned = if case .spawned = source { true } else { false }
    return state.withLock { state in
      state.machine.status.map { status in
        HostedWorker(
          name: status.name, state: HostedWorker.State(status.state),
          processID: status.state == .ready || status.state == .draining
            ? status.member.flatMap { state.processIDs[$0] } : nil,
          childCount: status.laneCount,
          commitCount: status.member.flatMap { state.links[$0]?.commitCount } ?? 0,
          restartCount: state.losses[status.name]?.count ?? 0,
          // A start that failed is younger than any loss: a worker that is there has no such problem.
          lastProblem: status.startProblem ?? state.losses[status.name]?.reason,
          sandbox: source.confinement?.sandbox, unenforced: source.confinement?.gaps ?? [],
          isSpawned: isSpawned)
      }
    }
  }
}
