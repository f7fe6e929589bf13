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

  @Test("of quick reducers one of 256 is picked, and stands for the others")
  func quick() {
    let clock = Clock()
    var sampler = CostSampler(clock.clock)
    var (picked, count, nanoseconds): ([Int], UInt64, UInt64) = ([], 0, 0)
    for number in 0..<1_000 {
      let start = sampler.begin()
      clock.advance(100)
      guard let start else { continue }
      picked.append(number)
      let cost = sampler.end(start)
      count += cost.count
      nanoseconds += cost.nanoseconds
    }
    #expect(picked == [0, 256, 512, 768])
    #expect(count == 1 + 3 * 256)
    #expect(nanoseconds == count * 100)
  }

  @Test("behind a slow reducer each is picked, until one is quick")
  func slow() {
    let clock = Clock()
    var sampler = CostSampler(clock.clock)
    var sum: UInt64 = 0
    for number in 0..<100 {
      guard let start = sampler.begin() else { continue }
      clock.advance(number < 50 ? CostSampler.slowNanoseconds : 1)
      sum += sampler.end(start).nanoseconds
    }
    #expect(sum == 50 * CostSampler.slowNanoseconds + 1)
  }

  @Test("is without the time of the looks at the clock, and never below nothing")
  func overhead() throws {
    let clock = Clock(look: 300)
    var sampler = CostSampler(clock.clock)
    let begun = sampler.begin()
    let start = try #require(begun)
    clock.advance(1_000)
    let cost = sampler.end(start)
    #expect(cost.nanoseconds == 1_000)
    let other = ProcessorClock { 5 }
    var still = CostSampler(other)
    let first = still.begin()
    let nothing = still.end(try #require(first))
    #expect(nothing.nanoseconds == 0)
  }

  @Test("is not taken where clients do not hear of it")
  func off() {
    var sampler = CostSampler(nil)
    #expect((0..<1_000).allSatisfy { _ in sampler.begin() == nil })
  }

  @Test("is told at first, then when an eighth of it is new or a tenth of a second")
  func telling() {
    var untold = UntoldCosts()
    var told: [ActionCost]?
    told = untold.add((1, 800), of: "up", "F")
    #expect(told == [ActionCost(feature: "F", action: "up", count: 1, nanoseconds: 800)])
    told = untold.add((1, 99), of: "up", "F")
    #expect(told == nil)
    told = untold.add((2, 1), of: "up", "F")
    #expect(told == [ActionCost(feature: "F", action: "up", count: 3, nanoseconds: 100)])
    _ = untold.add((1, 100_000_000_000), of: "up", "F")
    told = untold.add((1, 99_999_999), of: "up", "F")
    #expect(told == nil)
    told = untold.add((1, 1), of: "down", "F")
    #expect(told?.count == 2)
    told = untold.take()
    #expect(told == nil)
    _ = untold.add((1, 7), of: "up", "F")
    told = untold.take()
    #expect(told == [ActionCost(feature: "F", action: "up", count: 1, nanoseconds: 7)])
  }

  @Test("of more kinds than a message may have is told in several")
  func kinds() {
    var untold = UntoldCosts()
    _ = untold.add((1, 1_000_000_000), of: "first", "F")
    for number in 1...ActionCost.countAtMost {
      let told = untold.add((1, 1), of: "\(number)", "F")
      #expect(told?.count == (number < ActionCost.countAtMost ? nil : ActionCost.countAtMost))
    }
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
