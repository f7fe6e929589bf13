import PandoHosting
import Synchronization
import Testing

@testable import Pando

@Suite("The processor time of reducers")
struct CostSamplerTests {
  /// A clock that goes on by so much with each look, and when it is told to.
  private final class Clock: Sendable {
    private let now = Atomic<UInt64>(1_000)
    let look: UInt64

    init(look: UInt64 = 0) { self.look = look }

    func advance(_ nanoseconds: UInt64) { now.add(nanoseconds, ordering: .relaxed) }

    var clock: ProcessorClock {
      ProcessorClock { [self] in now.add(look, ordering: .relaxed).newValue }
    }
  }

  @Test(
    "of quick reducers is right on average, however many hosts share the actions",
    arguments: [1, 10, 2_000])
  func quick(_ hosts: Int) {
    let clock = Clock()
    var (picked, count, nanoseconds): (Int, UInt64, UInt64) = (0, 0, 0)
    for host in 0..<hosts {
      var sampler = CostSampler(clock.clock, seed: UInt64(host))
      for _ in 0..<(400_000 / hosts) {
        let start = sampler.begin()
        clock.advance(100)
        guard let start else { continue }
        picked += 1
        let sample = sampler.end(start)
        count += sample.count
        nanoseconds += sample.nanoseconds
      }
    }
    #expect((1_200..<2_000 + 2 * hosts).contains(picked))
    #expect((360_000..<440_000).contains(count), "\(count)")
    #expect(nanoseconds == count * 100)
  }

  @Test("does not miss one of two kinds that take turns")
  func turns() {
    let clock = Clock()
    var sampler = CostSampler(clock.clock, seed: 7)
    var counts: [UInt64] = [0, 0]
    for number in 0..<400_000 {
      if let start = sampler.begin() { counts[number % 2] += sampler.end(start).count }
    }
    #expect(counts.allSatisfy { (160_000..<240_000).contains($0) }, "\(counts)")
  }

  @Test("behind a slow reducer each is picked, until one is quick")
  func slow() {
    let clock = Clock()
    var sampler = CostSampler(clock.clock, seed: 1)
    var sum: UInt64 = 0
    for number in 0...50 {
      guard let start = sampler.begin() else { continue }
      clock.advance(number < 50 ? CostSampler.slowNanoseconds : 1)
      sum += sampler.end(start).nanoseconds
    }
    #expect(sum == 50 * CostSampler.slowNanoseconds + 1)
  }

  @Test("is without the time of the looks at the clock, and never below nothing")
  func overhead() throws {
    let clock = Clock(look: 300)
    var sampler = CostSampler(clock.clock, seed: 1)
    let begun = sampler.begin()
    let start = try #require(begun)
    clock.advance(1_000)
    let cost = sampler.end(start)
    #expect(cost.nanoseconds == 1_000)
    let other = ProcessorClock { 5 }
    var still = CostSampler(other, seed: 1)
    let first = still.begin()
    let nothing = still.end(try #require(first))
    #expect(nothing.nanoseconds == 0)
  }

  @Test("is not taken where clients do not hear of it")
  func off() {
    var sampler = CostSampler(nil, seed: 1)
    #expect((0..<1_000).allSatisfy { _ in sampler.begin() == nil })
  }

  @Test("is told at first, then when an eighth of it is new or a tenth of a second")
  func telling() {
    var untold = UntoldCosts()
    func add(_ nanoseconds: UInt64, _ action: String = "up") -> Bool {
      untold.add(ActionSample(count: 1, nanoseconds: nanoseconds), of: action, "F")
      return untold.isDue
    }
    func take() -> [ActionCost]? { untold.take() }
    #expect(!untold.isDue && take() == nil)
    #expect(add(800))
    #expect(take() == [ActionCost(feature: "F", action: "up", count: 1, nanoseconds: 800)])
    #expect(!add(99))
    #expect(add(1))
    #expect(take() == [ActionCost(feature: "F", action: "up", count: 2, nanoseconds: 100)])
    #expect(add(100_000_000_000))
    _ = take()
    #expect(!add(99_999_999))
    #expect(add(1, "down"))
    #expect(take()?.count == 2)
    #expect(!untold.isDue && take() == nil)
  }

  @Test("of more kinds than a message may have is told as that of others")
  func kinds() {
    var untold = UntoldCosts()
    for number in 0..<1_000 {
      untold.add(ActionSample(count: 1, nanoseconds: 1), of: "\(number)", "F")
    }
    let told = untold.take() ?? []
    #expect(told.count == ActionCost.countAtMost)
    #expect(
      told.first { $0.action == "others" }?.count == 1_000 - UInt64(ActionCost.countAtMost) + 1)
  }

  @Test("is kept of features that are hosted, of so many cases, and does not overflow")
  func ledger() {
    var ledger = CostLedger()
    ledger.note("F")
    ledger.add([
      ActionCost(feature: "G", action: "up", count: 1, nanoseconds: 1),
      ActionCost(feature: "F", action: "up", count: .max, nanoseconds: .max),
      ActionCost(feature: "F", action: "up", count: 1, nanoseconds: 1),
    ])
    #expect(ledger.features.keys.sorted() == ["F"])
    #expect(ledger.features["F"]?["up"]?.nanoseconds == .max)
    #expect(ledger.features["F"]?["up"]?.count == .max)
    for number in 0..<1_000 {
      ledger.add([ActionCost(feature: "F", action: "\(number)", count: 1, nanoseconds: 1)])
    }
    #expect(ledger.features["F"]?.count == CostLedger.casesAtMost + 1)
    #expect(ledger.features["F"]?["others"]?.count == 1_000 - 255)
  }
}
