import Dispatch
import IssueReporting
import Synchronization

/// Looks after the time of effects that the client's own process hosts. Nothing ends one here that does not end by itself:
/// it is told of once, and nobody waits for it any longer.
///
/// On a queue of its own, since effects may take every thread of the concurrency pool; by the machine's clock, in tests
/// too.
final class LoopbackTimer: Sendable {
  private let queue = DispatchQueue(label: "pando.effect-times")
  /// When the next look is; nil while none is to come.
  private let next = Mutex<Int?>(nil)
  /// The reporters of whoever made the store.
  private let reporters: [any IssueReporter]

  init(reporters: [any IssueReporter]) {
    self.reporters = reporters
  }

  /// A look that is later than this was held up by a pause of the process.
  private static let pauseMilliseconds = 2_000

  /// Begins to look after a session's effects, before it receives anything.
  func watch(_ session: HostSession) {
    session.limitEffects(now: { Self.now() }) { [weak self, weak session] time in
      if let self, let session { plan(time, session) }
    }
  }

  private static func now() -> Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

  /// Has a look be made at a time, unless one comes before.
  private func plan(_ time: Int, _ session: HostSession) {
    let isNext = next.withLock { next in
      guard time < next ?? .max else { return false }
      next = time
      return true
    }
    guard isNext else { return }
    let deadline = DispatchTime(uptimeNanoseconds: UInt64(time) * 1_000_000)
    queue.asyncAfter(deadline: deadline) { [weak self, weak session] in
      if let self, let session { look(session, plannedFor: time) }
    }
  }

  private func look(_ session: HostSession, plannedFor time: Int) {
    // Another comes before it, or came and found what there was.
    let isNext = next.withLock { next in
      guard next == time else { return false }
      next = nil
      return true
    }
    guard isNext else { return }
    let now = Self.now()
    if now - time > Self.pauseMilliseconds { session.forgiveEffects(now: now) }
    let look = session.lookAtEffects(now: now)
    if !look.cancellations.isEmpty {
      // Cancelling runs code of users.
      DispatchQueue.global().async { look.cancellations.run() }
    }
    for hang in look.hangs {
      // Who waits for it goes on with the next.
      report(hang)
      session.abandon(hang)
    }
    if let due = look.due { plan(due, session) }
  }

  private func report(_ hang: HangingEffect) {
    let text = """
      \(hang.text.prefix(1).uppercased() + hang.text.dropFirst()).

      Nothing can end it in the process of its store. Nobody waits for it any longer, and what it sends is dropped. An \
      effect is to end when its task is cancelled: look at "Task.isCancelled" in loops, and let "CancellationError" through.
      """
    withIssueReporters(reporters) {
      if let location = hang.location { location.report(text) } else { reportIssue(text) }
    }
  }
}
