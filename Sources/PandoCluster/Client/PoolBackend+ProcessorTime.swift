import Pando
import PandoHosting
import Synchronization

// The processor time that workers take.
extension PoolBackend {
  /// Ends workers that take more for an action or an effect than their sandbox allows. On the supervisor's thread, which no
  /// code of a user keeps. What a worker has said and the loop's thread has not come to read may be a step, so while that
  /// thread is busy such a worker is not judged.
  func endOverdrawn(_ links: [WorkerLink]) {
    guard let limit = source.confinement?.sandbox.processorTime else { return }
    // Without the pool's lock, which no link's is taken under.
    for link in links where link.hasUnread { link.noteProgress() }
    let now = MonotonicClock.nowMicroseconds()
    let overdrawn = state.withLock { state in
      links.compactMap { link -> (WorkerLink, Int)? in
        guard state.readyLinks.contains(link.member), let process = state.processIDs[link.member],
          let used = ProcessorTime.nanoseconds(of: process)
        else { return nil }
        return state.meters[link.member, default: ProcessorMeter(limit: limit.microseconds)]
          .look(used: used / 1_000, stepCount: link.stepCount, now: now).map { (link, $0) }
      }
    }
    for (link, microseconds) in overdrawn {
      let seconds = Double(microseconds / 1_000) / 1_000
      let reason =
        "it took \(seconds) s of processor time for an action or an effect; its sandbox allows \(limit)"
      // In this order, so that the reason is this one. The loop's thread may be busy for long, and its directive with it.
      loop.post(.drop(link, .hung, reason: reason))
      supervisor.post(.kill(link.member))
    }
  }
}
