import PandoHosting

/// The processor time of the thread that asks.
package struct ProcessorClock: Sendable {
  /// In nanoseconds, from anywhere.
  let now: @Sendable () -> UInt64
  /// The time that two looks take by themselves.
  let overhead: UInt64

  package init(now: @escaping @Sendable () -> UInt64) {
    self.now = now
    overhead =
      (0..<16).map { _ in
        let start = now()
        return now() &- start
      }.min() ?? 0
  }
}

/// Picks the actions of one host whose processor time is taken: the first, each behind a slow one, and else one of 256.
///
/// A look at the clock of a thread calls the system, and takes 0.3 us.
struct CostSampler {
  /// The number of actions of which one is picked while they are quick.
  static let interval: Int32 = 256
  /// The time from which on an action is slow, beside which taking it costs nothing.
  static let slowNanoseconds: UInt64 = 100_000

  private let clock: ProcessorClock?
  /// The number of actions until the next one that is picked.
  private var left: Int32
  /// The number of actions that it stands for.
  private var weight: UInt64 = 1

  init(_ clock: ProcessorClock?) {
    self.clock = clock
    left = clock == nil ? .max : 0
  }

  /// An action is about to be reduced. Returns the time, for `end(_:)`; nil where it is not picked.
  @inline(__always)
  mutating func begin() -> UInt64? {
    if left > 0 {
      left &-= 1
      return nil
    }
    return clock?.now()
  }

  /// The action that was picked has been reduced. Returns how many it stands for, and the time of all of them.
  mutating func end(_ start: UInt64) -> (count: UInt64, nanoseconds: UInt64) {
    guard let clock else { return (0, 0) }
    let (now, overhead) = (clock.now(), clock.overhead)
    let taken = now > start &+ overhead ? now - start - overhead : 0
    let isSlow = taken >= Self.slowNanoseconds
    defer {
      weight = isSlow ? 1 : UInt64(Self.interval)
      left = isSlow ? 0 : Self.interval - 1
    }
    return (weight, taken &* weight)
  }
}

/// The samplers of one host.
struct HostSamplers {
  var times: ReduceSampler
  var costs: CostSampler
  let feature: String

  init(_ session: HostSession, _ feature: String) {
    self.feature = feature
    times = ReduceSampler(session.times?.times(of: feature))
    costs = CostSampler(session.processorClock)
  }
}

/// The costs of a client's actions that it has not been told of.
///
/// It is told the first time, then each time that an eighth of what it knows is new, or a tenth of a second, and when it
/// asks for a sign of life, as it does while little goes on.
struct UntoldCosts {
  private struct Kind: Hashable {
    let feature: String
    let action: String
  }

  private static let enoughNanoseconds: UInt64 = 100_000_000

  private var costs: [Kind: (count: UInt64, nanoseconds: UInt64)] = [:]
  private var told: UInt64 = 0
  private var untold: UInt64 = 0

  /// Adds what actions of one kind took. Returns what is to be told now; nil where nothing is.
  mutating func add(
    _ cost: (count: UInt64, nanoseconds: UInt64), of action: String, _ feature: String
  ) -> [ActionCost]? {
    let known = costs[Kind(feature: feature, action: action)] ?? (0, 0)
    costs[Kind(feature: feature, action: action)] = (
      known.count &+ cost.count, known.nanoseconds &+ cost.nanoseconds
    )
    untold &+= cost.nanoseconds
    guard
      untold >= min(Self.enoughNanoseconds, told / 8) || costs.count >= ActionCost.countAtMost
    else { return nil }
    return take()
  }

  /// Returns all that is to be told; nil where nothing is.
  mutating func take() -> [ActionCost]? {
    if costs.isEmpty { return nil }
    defer {
      told &+= untold
      untold = 0
      costs.removeAll(keepingCapacity: true)
    }
    return costs.map { kind, cost in
      ActionCost(
        feature: kind.feature, action: kind.action, count: cost.count,
        nanoseconds: cost.nanoseconds)
    }
  }
}
