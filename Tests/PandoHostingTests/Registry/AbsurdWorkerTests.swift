import Foundation
import PandoHosting
import Testing

/// A worker is not trusted with numbers (P11): none that it says ends whoever reads it.
@Suite("A worker that says absurd numbers to its coordinator")
struct AbsurdWorkerTests {
  private var registry = WorkerRegistry(incarnation: 1)

  private func record(drain: DrainLeft? = nil) -> WorkerRecord {
    var record = WorkerRecord(
      name: "absurd", endpoint: "ipc:///absurd", processID: 1, hostName: "here", features: [])
    record.drain = drain
    return record
  }

  @Test("has no share beyond all", arguments: [-1, 1_000, Int.max, Int.min])
  func share(thousandths: Int) throws {
    let text = Data(#"{"thousandths":\#(thousandths)}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PlacementShare.self, from: text)
    }
    let share = try #require(PlacementShare(thousandths: 999))
    let encoded = try JSONEncoder().encode(share)
    #expect(try JSONDecoder().decode(PlacementShare.self, from: encoded) == share)
  }

  @Test("drains for a week at most", arguments: [Int.max, Int.min])
  mutating func drain(milliseconds: Int) {
    let id = registry.join(
      record(drain: DrainLeft(milliseconds: milliseconds, isEnding: false)), atMilliseconds: 5
    ).lease.id
    let left = registry.drainLeft(id, atMilliseconds: 5)
    #expect(left == (milliseconds > 0 ? DrainLeft.millisecondsAtMost : 0))
    var machine = DrainMachine()
    _ = machine.handle(.drain(withinMilliseconds: milliseconds), now: 5)
    #expect(machine.remaining(now: 5) == left)
  }

  @Test(
    "has a load that can be summed up and rounded",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1])
  mutating func load(rate: Double) throws {
    let id = registry.join(record(), atMilliseconds: 0).lease.id
    let load = WorkerLoad(
      lanes: .max, actionsPerSecond: rate, processorThousandths: .max, memoryThousandths: .min)
    #expect(registry.beat(id, load: load, atMilliseconds: 1) == .known)
    let kept = try #require(registry.workers[id]?.load)
    #expect((0...1e12).contains(kept.actionsPerSecond))
    #expect(kept.processorThousandths == 1_000 && kept.memoryThousandths == 0)
    #expect(kept.lanes < 1 << 31)
  }
}
