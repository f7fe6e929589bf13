import Logging
import Pando
import PandoHosting
import Synchronization

extension PoolBackend: SupervisorDelegate {
  func supervisorStarted(_ member: MemberID, processID: Int32) {
    let isAwaited = change { state in
      state.processIDs[member] = processID
      return state.unchecked[member] != nil
    }
    if isAwaited { loop.callSoon() }
  }

  func supervisorEnded(_ member: MemberID, _ end: ProcessEnd) {
    // A worker that was killed, or crashed, clears up nothing.
    if case .spawned(_, _, _, let folder) = source { folder.removeSocket(of: member) }
    let processID = change { state in
      if state.readyLinks.contains(member) {
        state.lossCounts.note(LossCounts.Cause(end), of: member)
      }
      return state.processIDs.removeValue(forKey: member)
    }
    logger.debug("process \(processID.map(String.init) ?? "?") of a worker has ended: \(end)")
    handle(.exited(member, end))
  }

  func supervisorSawCrash(_ member: MemberID) {
    let link = change { state in
      if state.readyLinks.contains(member) { state.lossCounts.note(.crashed, of: member) }
      return state.links[member]
    }
    if let link { loop.post(.crashed(link)) }
  }

  func supervisorReadAll(of member: MemberID, name: String, _ report: CrashReport?) {
    change { $0.crashes.note(report, of: member, name: name) }
    loop.callSoon()
  }

  func supervisorTick(now: Int) -> Int? {
    let (links, advice, deadline) = change { state in
      state.machine.handle(.tick, now: now)
      return (
        Array(state.links.values), state.codingAdvice.look(now: now), state.machine.nextDeadline
      )
    }
    for link in links { link.ask(now: now) }
    endOverdrawn(links)
    for text in advice { logger.notice("\(text)") }
    guard !links.isEmpty else { return deadline }
    let nextQuestion = now + max(1, limits.idleMilliseconds / 2)
    return min(deadline ?? .max, nextQuestion)
  }

  func supervisorLook(now: Int) -> Int? {
    let hasLinks = state.withLock { !$0.links.isEmpty }
    return watch.look(now: now, hasLinks: hasLinks) {
      state.withLock { state in
        state.links.map { ($0.value, state.machine.laneCount(of: $0.key)) }
      }
    }
  }

  func supervisorFinished() {
    if case .spawned(_, _, _, let folder) = source { folder.remove() }
  }
}
