import Logging
import Pando
import PandoHosting

extension PoolBackend: SupervisorDelegate {
  func supervisorStarted(_ member: MemberID, processID: Int32) {
    change { $0.processIDs[member] = processID }
  }

  func supervisorEnded(_ member: MemberID, _ end: ProcessEnd) {
    let processID = change { $0.processIDs.removeValue(forKey: member) }
    logger.debug("process \(processID.map(String.init) ?? "?") of a worker has ended: \(end)")
    handle(.exited(member, end))
  }

  func supervisorTick(now: Int) -> Int? {
    let (links, deadline) = change { state in
      state.machine.handle(.tick, now: now)
      return (Array(state.links.values), state.machine.nextDeadline)
    }
    for link in links { link.ask(now: now) }
    guard !links.isEmpty else { return deadline }
    let nextQuestion = now + max(1, limits.idleMilliseconds / 2)
    return min(deadline ?? .max, nextQuestion)
  }

  func supervisorFinished() {
    if case .spawned(_, _, let folder) = source { folder.remove() }
  }
}
