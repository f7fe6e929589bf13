import Foundation
import Testing

/// In a program of its own, which a description that traps would end.
@Suite("Words about actions that no worker can reduce", .serialized, .timeLimit(.minutes(10)))
struct FailureWordsTests {
  /// Returns the lines that the program printed, by their names.
  private func run(
    _ scenario: String = "words", onWorkers: Bool, seed: UInt64? = nil
  ) async throws -> (counts: [String: Int], errors: String) {
    var environment = ["PANDO_TEST_SCENARIO": scenario, "SWIFT_BACKTRACE": "enable=no"]
    if onWorkers { environment["PANDO_TEST_WORKERS"] = "1" }
    if let seed { environment["PANDO_TEST_SEED"] = "\(seed)" }
    let program = try await FinishedProgram.run(
      "ClusterProgram", environment: environment, withinSeconds: 280)
    try #require(program.status == 0, "\(program.errors.suffix(2_000))")
    let pairs = program.output.split(separator: "\n").compactMap { line -> (String, Int)? in
      let parts = line.split(separator: ": ")
      return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
    }
    return (Dictionary(uniqueKeysWithValues: pairs), program.errors)
  }

  private func check(_ counts: [String: Int], _ errors: String) throws {
    let failures = try #require(counts["failures"])
    #expect(counts["told"] == failures)
    #expect(counts["named"] == failures)
    #expect(counts["others"] == failures)
    #expect(counts["asked"] == 0)
    #expect(try #require(counts["longest"]) < 4_096)
    #expect(errors.utf8.count < 4_096 * failures)
    let reports = errors.ranges(of: " commits without effect: ").count
    #expect(reports == failures)
    let named = errors.ranges(of: "An action of ClusterFeatures.Riddle[").count
    #expect(named == failures)
    #expect(!errors.contains("a hosted feature commits"))
    #expect(!errors.contains("WireLimits"))
  }

  @Test(
    "an action of 64 MiB and one of 20,000 levels cost a report each, which names the child",
    arguments: [false, true])
  func unwieldy(onWorkers: Bool) async throws {
    let (counts, errors) = try await run(onWorkers: onWorkers)
    #expect(counts["failures"] == 2)
    try check(counts, errors)
    #expect(errors.contains("An action of ClusterFeatures.Riddle[1] commits without effect: "))
    #expect(
      errors.contains("Action: ClusterFeatures.Maze.Action.riddles(.element(id:, action: .take))"))
  }

  @Test(
    "random values that trap, sleep or lie when they are described are never asked",
    arguments: [false, true], [UInt64(1)])
  func random(onWorkers: Bool, seed: UInt64) async throws {
    let (counts, errors) = try await run(onWorkers: onWorkers, seed: seed)
    #expect(try #require(counts["failures"]) >= 300)
    try check(counts, errors)
  }

  /// Each child has its own control: the same failures with small values, in turns with the others.
  @Test(
    "other children wait no longer for random values than for small ones, on the same worker and on another",
    arguments: [false, true], [UInt64(2)])
  func neighbours(onWorkers: Bool, seed: UInt64) async throws {
    let (counts, errors) = try await run("neighbours", onWorkers: onWorkers, seed: seed)
    #expect(counts["failures"] == 640)
    try check(counts, errors)
    #expect(counts["places"] == (onWorkers ? 2 : 1))
    for number in 0...1 {
      let (odd, plain) = try (
        #require(counts["odd \(number)"]), #require(counts["plain \(number)"])
      )
      // Describing one value in ten for a second, while others wait, is too much. A machine that is busy holds up both.
      #expect(odd < 5 * plain + 500_000, "in microseconds, beside \(plain) with small values")
    }
  }
}
