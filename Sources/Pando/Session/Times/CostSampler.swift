import Glibc
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

/// Picks the actions of one host whose processor time is taken: the first, each behind a slow one, and else each with a
/// chance of one in 256. One that was picked by chance stands for 256, so sums are right on average, however few actions
/// a host has and whatever their pattern.
///
/// A look at the clock of a thread calls the system, and takes 0.3 us.
struct CostSampler {
  /// The number of actions of which one is picked while they are quick.
  static let interval = 256
  /// The time from which on an action is slow, beside which taking it costs nothing.
  static let slowNanoseconds: UInt64 = 100_000

  private static let logOfRest: Double = log(1 - 1 / Double(interval))

  private let clock: ProcessorClock?
  /// The number of actions until the next one that is picked.
  private var left: Int32
  /// The number of actions that it stands for.
  private var weight: UInt64 = 1
  private var random: UInt64

  /// - Parameter seed: Differs from host to host.
  init(_ clock: ProcessorClock?, seed: UInt64) {
    self.clock = clock
    left = clock == nil ? .max : 0
    random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
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
  mutating func end(_ start: UInt64) -> ActionSample {
    guard let clock else { return ActionSample() }
    let (now, overhead) = (clock.now(), clock.overhead)
    let taken = now > start &+ overhead ? now - start - overhead : 0
    let sample = ActionSample(count: weight, nanoseconds: taken &* weight)
    let isSlow = taken >= Self.slowNanoseconds
    weight = isSlow ? 1 : UInt64(Self.interval)
    left = isSlow ? 0 : distance()
    return sample
  }

  /// Returns how many actions are passed over where each is picked with the same chance.
  private mutating func distance() -> Int32 {
    // Xorshift (Marsaglia, 2003).
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    let chance = Double(random >> 11 | 1) / Double(1 << 53)
    let passedOver: Double = log(chance) / Self.logOfRest
    return Int32(min(passedOver, 1_000_000))
  }
}

/// The actions that were picked stand for so many, which took so long.
struct ActionSample: Equatable {
  var count: UInt64 = 0
  var nanoseconds: UInt64 = 0
}

/// The samplers of one host.
struct HostSamplers {
  var times: ReduceSampler
  var costs: CostSampler
  let feature: String

  init(_ session: HostSession, _ request: OpenRequest) {
    feature = request.feature
    times = ReduceSampler(session.times?.times(of: request.feature))
    costs = CostSampler(
      session.processorClock, seed: session.identity << 32 ^ request.lane.rawValue)
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

  private var costs: [Kind: ActionSample] = [:]
  private var told: UInt64 = 0
  private var untold: UInt64 = 0

  /// Adds what actions of one kind took.
  mutating func add(_ sample: ActionSample, of action: String, _ feature: String) {
    var kind = Kind(feature: feature, action: action)
    if costs[kind] == nil, costs.count >= ActionCost.countAtMost - 1 {
      kind = Kind(feature: feature, action: "others")
      if costs[kind] == nil, costs.count >= ActionCost.countAtMost { return }
    }
    costs[kind, default: ActionSample()].count &+= sample.count
    costs[kind, default: ActionSample()].nanoseconds &+= sample.nanoseconds
    untold &+= sample.nanoseconds
  }

  /// True if so much is new that it is to be told.
  var isDue: Bool { !costs.isEmpty && untold >= min(Self.enoughNanoseconds, told / 8) }

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
