import PandoCluster
import Synchronization

/// The last that workers told of their lanes. They are asked while somebody looks, once a second at most and one time
/// after the other, on a thread that ends with the answer; nobody waits for it.
final class LaneLooks: Sendable {
  /// The least time from one question to the next.
  static let interval = Duration.seconds(1)
  /// The time after which an answer is shown no longer.
  static let life = Duration.seconds(5)

  private struct State {
    var isAsking = false
    var asked: ContinuousClock.Instant?
    var answer: (status: LaneStatus, at: ContinuousClock.Instant)?
  }

  private let state = Mutex(State())
  private let ask: @Sendable ([ClusterStatus.Worker]) -> LaneStatus
  private let start: OwnThread.Start

  /// - Parameter ask: Asks, and waits for the answers.
  init(
    ask: @escaping @Sendable ([ClusterStatus.Worker]) -> LaneStatus,
    start: @escaping OwnThread.Start = OwnThread.start
  ) {
    self.ask = ask
    self.start = start
  }

  /// Returns what workers have told, if they did not long ago, and has them asked again.
  func look(at workers: [ClusterStatus.Worker]) -> LaneStatus? {
    let now = ContinuousClock.now
    let (isDue, answer) = state.withLock { state -> (Bool, LaneStatus?) in
      let isDue = !state.isAsking && state.asked.map { now - $0 >= Self.interval } ?? true
      if isDue { (state.isAsking, state.asked) = (true, now) }
      return (isDue, state.answer.flatMap { now - $0.at < Self.life ? $0.status : nil })
    }
    if isDue {
      let hasBegun = start { [self] in
        let status = ask(workers)
        state.withLock { state in
          state.isAsking = false
          state.answer = (status, .now)
        }
      }
      // The next look tries again.
      if !hasBegun { state.withLock { $0.isAsking = false } }
    }
    return answer
  }
}
