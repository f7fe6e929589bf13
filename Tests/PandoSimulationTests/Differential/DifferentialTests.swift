import Foundation
import SimulationPrograms
import Testing

/// Promises P1 to P5: random programs give equal histories and equal effects, hosted and in-process.
@Suite("Hosted and in-process agree")
struct DifferentialTests {
  /// The first seed; `PANDO_SEED` sets it, and `PANDO_PROGRAMS` how many follow.
  static let seed =
    ProcessInfo.processInfo.environment["PANDO_SEED"].flatMap(UInt64.init)
    ?? UInt64.random(in: 0...UInt64(UInt32.max))
  static let count =
    ProcessInfo.processInfo.environment["PANDO_PROGRAMS"].flatMap(Int.init) ?? 2_000

  @Test("random programs on workers whose messages arrive in any order between lanes")
  func simulated() async {
    print("seed \(Self.seed): \(Self.count) programs (PANDO_SEED and PANDO_PROGRAMS set them)")
    let failure = await onThread {
      try Self.firstFailure(Self.count, LaneChecks.delays)
    }
    #expect(failure == nil)
  }

  @Test("lanes that move between workers at any step change no state, no effect and no order")
  func moving() async {
    let failure = await onThread {
      try Self.firstFailure(Self.count / 2, LaneChecks.drains)
    }
    #expect(failure == nil)
  }

  @Test("workers that crash at any step change no committed state, and start no effect twice")
  func crashing() async {
    let failure = await onThread {
      try Self.firstFailure(Self.count / 4, LaneChecks.crashes)
    }
    #expect(failure == nil)
  }

  @Test("random programs on whole clusters, with faults of every kind")
  func clusters() async {
    let failure = await onThread {
      try Self.firstFailure(Self.count / 10) { SimulatedProgram(seed: $0).violation() }
    }
    #expect(failure == nil)
  }

  @Test("actions of several threads, in the order in which they were accepted")
  func threads() async {
    let failure = await onThread {
      try Self.firstFailure(Self.count / 10, LaneChecks.threads)
    }
    #expect(failure == nil)
  }

  /// Returns the first failure, with the seed that repeats it.
  private static func firstFailure(
    _ count: Int, _ check: (_ seed: UInt64) throws -> String?
  ) throws -> String? {
    for seed in seed..<seed + UInt64(count) {
      if let failure = try check(seed) { return "seed \(seed): \(failure)" }
    }
    return nil
  }
}
