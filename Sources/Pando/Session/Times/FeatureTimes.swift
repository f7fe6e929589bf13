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
    /// The same by how long each took.
    package var histogram = DurationHistogram()
  }

  private struct State {
    var actionCount: UInt64 = 0
    var nanoseconds: UInt64 = 0
    var histogram = DurationHistogram()
  }

  private let state = Mutex(State())
  private let clock: @Sendable () -> UInt64

  init(clock: @escaping @Sendable () -> UInt64) {
    self.clock = clock
  }

  var now: UInt64 { clock() }

  /// Adds what one action took until now, which stands for so many like it.
  func add(since start: UInt64, now: UInt64, weight: UInt64) {
    let nanoseconds = now < start ? 0 : now - start
    state.withLock { state in
      state.actionCount &+= weight
      state.nanoseconds &+= nanoseconds &* weight
      state.histogram.add(nanoseconds: nanoseconds, weight: weight)
    }
  }

  /// The figures as they are now.
  package var figures: Figures {
    state.withLock { state in
      Figures(
        actionCount: state.actionCount, seconds: Double(state.nanoseconds) / 1e9,
        histogram: state.histogram)
    }
  }
}
