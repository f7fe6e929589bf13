import Foundation
import Pando
import PandoWire
import Synchronization
import Testing

@testable import PandoCluster

@Suite("Advice on types that Codable alone describes")
struct CodingAdviceTests {
  /// Counts for types, which a test sets.
  private final class Counts: Sendable {
    private let counts = Mutex<[ObjectIdentifier: Int]>([:])

    func count(_ type: Any.Type) -> Int { counts.withLock { $0[ObjectIdentifier(type)] ?? 0 } }

    func add(_ megabytes: Int, of type: Any.Type) {
      counts.withLock { $0[ObjectIdentifier(type), default: 0] += megabytes << 20 }
    }
  }

  private struct Hit {}
  private struct Action {}

  private let counts = Counts()

  /// Advice that watches a feature of a name that nobody else has, as each is spoken of once in a process.
  private func advice(_ feature: String) -> CodingAdvice {
    var advice = CodingAdvice(count: counts.count)
    advice.watch(
      feature,
      [
        CodablePart(name: "State.hits (App.Hit)", type: Hit.self),
        CodablePart(name: "Action", type: Action.self),
      ])
    return advice
  }

  @Test("names the feature, the parts that cost, the costliest first, and the mend")
  func text() throws {
    var advice = advice("App.Search")
    #expect(advice.look(now: 0) == [])
    counts.add(4, of: Hit.self)
    counts.add(15, of: Action.self)
    let text = try #require(advice.look(now: 10_000).first)
    for words in [
      "App.Search", "Action (15 MiB), State.hits (App.Hit) (4 MiB).", "in the last 10 s",
      "@WireCoded", "@Reducer",
    ] {
      #expect(text.contains(words), "\(text)")
    }
  }

  @Test("leaves out a part of which nothing was sent")
  func idlePart() throws {
    var advice = advice("App.Half")
    #expect(advice.look(now: 0) == [])
    counts.add(17, of: Action.self)
    let text = try #require(advice.look(now: 10_000).first)
    #expect(!text.contains("State.hits"))
  }

  @Test("is not given for less than 16 MiB within 10 s, however long that goes on")
  func little() {
    var advice = advice("App.Little")
    for look in 0..<100 {
      #expect(advice.look(now: look * 10_000) == [])
      counts.add(15, of: Hit.self)
    }
  }

  @Test("is given once, by whichever pool looks first")
  func once() {
    var first = advice("App.Once")
    var second = advice("App.Once")
    #expect(first.look(now: 0) + second.look(now: 0) == [])
    counts.add(20, of: Hit.self)
    #expect(first.look(now: 10_000).count == 1)
    #expect(second.look(now: 10_000) == [])
    counts.add(20, of: Hit.self)
    #expect(first.look(now: 20_000) + second.look(now: 20_000) == [])
  }

  @Test("counts what was coded in the time, not what was before, nor more for a look that is late")
  func rate() {
    counts.add(100, of: Hit.self)
    var advice = advice("App.Rate")
    #expect(advice.look(now: 0) == [])
    #expect(advice.look(now: 10_000) == [])
    counts.add(30, of: Hit.self)
    #expect(advice.look(now: 30_000) == [])
    counts.add(31, of: Hit.self)
    #expect(advice.look(now: 49_000).count == 1)
  }

  @Test("counts both directions of what Codable alone codes, and nothing of other types")
  func traffic() throws {
    let value = [Plain(text: String(repeating: "x", count: 1_000))]
    let before = codableByteCount(of: Plain.self)
    let bytes = try WireEncoder.encode(value)
    let encoded = codableByteCount(of: Plain.self) - before
    #expect((1_000...bytes.count).contains(encoded))
    _ = try WireDecoder.decode([Plain].self, from: bytes)
    #expect(codableByteCount(of: Plain.self) - before == 2 * encoded)
    #expect(codableByteCount(of: String.self) == 0)
  }

  private struct Plain: Codable { var text: String }

  @Test("is given by a program that sends much of them, and not by one that sends little")
  func program() async throws {
    let little = try RunningProgram(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "a few pages"])
    defer { little.kill() }
    let much = try RunningProgram(
      "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "many pages"])
    defer { much.kill() }
    try await eventually("it says which type costs", within: 120) {
      much.printed.contains("Action.printed (ClusterProgram.Page)")
    }
    #expect(much.printed.components(separatedBy: "Codable alone").count == 2)
    // It has looked, too.
    try await eventually("it has printed for as long", within: 60) {
      little.printed.components(separatedBy: "printed\n").count > 2
    }
    #expect(!little.printed.contains("Codable alone"))
  }
}
