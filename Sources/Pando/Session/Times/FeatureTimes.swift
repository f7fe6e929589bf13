import Synchronization

/// The time that the actions of one feature take, by samples: in reducers on a worker, or in commits. Any thread may
/// add and read.
package final class FeatureTimes: Sendable {
  /// The time as it was when it was asked for.
  package struct Figures: Equatable, Sendable {
    /// The number of actions that the samples stand for.
    package var actionCount: UInt64 = 0
    /// The time that they took.
    package var seconds: Double = 0
    /// The median of the last half minute or more; nil where there was no action in it.
    package var median: Double?
    /// The time that one of a hundred exceeded in it.
    package var percentile99: Double?
  }

  private struct State {
    var actionCount: UInt64 = 0
    var nanoseconds: UInt64 = 0
    var recent = DurationHistogram()
    var earlier = DurationHistogram()
    var recentSince: UInt64

    /// Forgets what is older than two spans.
    mutating func turn(_ now: UInt64) {
      let age = now < recentSince ? 0 : now - recentSince
      guard age >= FeatureTimes.spanNanoseconds else { return }
      earlier = age < 2 * FeatureTimes.spanNanoseconds ? recent : DurationHistogram()
      recent = DurationHistogram()
      recentSince = now
    }
  }

  private static let spanNanoseconds: UInt64 = 30_000_000_000

  private let state: Mutex<State>
  private let clock: @Sendable () -> UInt64

  init(clock: @escaping @Sendable () -> UInt64) {
    self.clock = clock
    state = Mutex(State(recentSince: clock()))
  }

  var now: UInt64 { clock() }

  /// Adds what one action took until now, which stands for so many like it.
  func add(since start: UInt64, now: UInt64, weight: UInt64) {
    let nanoseconds = now < start ? 0 : now - start
    state.withLock { state in
      state.turn(now)
      state.actionCount &+= weight
      state.nanoseconds &+= nanoseconds &* weight
      state.recent.add(nanoseconds: nanoseconds, weight: weight)
    }
  }

  /// The figures as they are now.
  package var figures: Figures {
    let now = clock()
    return state.withLock { state in
      state.turn(now)
      var all = state.recent
      all.add(state.earlier)
      func seconds(_ part: Double) -> Double? { all.quantile(part).map { Double($0) / 1e9 } }
      return Figures(
        actionCount: state.actionCount, seconds: Double(state.nanoseconds) / 1e9,
        median: seconds(0.5), percentile99: seconds(0.99))
    }
  }
}
