import PandoHosting
import PandoWire
import Testing

@Suite("The choice of a worker")
struct PlacementPolicyTests {
  private let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func candidate(
    _ id: Int, _ load: Int, _ labels: [String] = [], atMost: Int? = nil
  ) -> PlacementCandidate<Int> {
    PlacementCandidate(
      id: id, load: load, traits: WorkerTraits(labels: labels, lanesAtMost: atMost))
  }

  @Test("is the least loaded that has the labels and room, and of equals the first by id")
  func table() {
    let table: [([PlacementCandidate<Int>], [String], Int?)] = [
      ([], [], nil),
      ([candidate(2, 5), candidate(1, 5), candidate(3, 4)], [], 3),
      ([candidate(2, 4), candidate(1, 4), candidate(3, 4)], [], 1),
      ([candidate(1, 0), candidate(2, 9, ["gpu"])], ["gpu"], 2),
      ([candidate(1, 0, ["gpu"]), candidate(2, 9, ["gpu", "fast"])], ["fast", "gpu"], 2),
      ([candidate(1, 0, ["fast"]), candidate(2, 9, ["gpu"])], ["fast", "gpu"], nil),
      ([candidate(1, 3, atMost: 3), candidate(2, 9)], [], 2),
      ([candidate(1, 2, atMost: 3), candidate(2, 9)], [], 1),
      ([candidate(1, 3, atMost: 3), candidate(2, 9, atMost: 2)], [], nil),
      ([candidate(1, 0, ["gpu"])], [], 1),
    ]
    for (number, (candidates, labels, expected)) in table.enumerated() {
      for order in [candidates, candidates.reversed()] {
        let chosen = PlacementPolicy.choose(
          PlacementWish(feature, labels: labels), among: order)
        #expect(chosen == expected, "row \(number)")
      }
    }
  }

  @Test("a wish is the same in whatever order, and how often, its labels are named")
  func wishes() {
    #expect(
      PlacementWish(feature, labels: ["b", "a", "b"]) == PlacementWish(feature, labels: ["a", "b"]))
  }

  @Test("among 10,000 workers keeps to labels and limits, and loads all alike")
  func manyWorkers() {
    var registry = WorkerRegistry(incarnation: 1)
    var limits: [WorkerID: Int] = [:]
    for number in 0..<10_000 {
      var record = WorkerRecord(
        name: "w\(number)", endpoint: "ipc:///w\(number)", processID: 1, hostName: "here",
        features: [feature])
      record.traits = WorkerTraits(
        labels: number.isMultiple(of: 100) ? ["gpu"] : [],
        lanesAtMost: number.isMultiple(of: 50) ? 3 : nil)
      let id = registry.join(record, atMilliseconds: 0).lease.id
      if let limit = record.traits.lanesAtMost { limits[id] = limit }
    }
    var counts: [WorkerID: Int] = [:]
    let start = ContinuousClock.now
    let rounds = 600
    for round in 0..<rounds {
      let labels = round.isMultiple(of: 2) ? ["gpu"] : []
      switch registry.place(PlacementWish(feature, labels: labels)) {
      case .success(let placement): counts[placement.worker, default: 0] += 1
      case .failure(let refusal): Issue.record("\(refusal)")
      }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("placements a second among 10,000 workers: \(Int(Double(rounds) / seconds))")
    // A hundred have the label, and three hundred lanes want it; they take three each.
    #expect(counts.values.reduce(0, +) == rounds)
    #expect(counts.allSatisfy { $1 <= limits[$0] ?? .max })
    #expect(counts.values.count { $0 == 3 } == 100)
    #expect(counts.values.count { $0 == 1 } == 300)
    guard case .failure(.full) = registry.place(PlacementWish(feature, labels: ["gpu"])) else {
      Issue.record("more lanes were placed than workers take")
      return
    }
  }

  @Test("a refusal says which labels are missing, and which can be had")
  func refusals() {
    var registry = WorkerRegistry(incarnation: 1)
    var record = WorkerRecord(
      name: "w", endpoint: "ipc:///w", processID: 1, hostName: "here", features: [feature])
    record.traits = WorkerTraits(labels: ["fast"], lanesAtMost: 1)
    _ = registry.join(record, atMilliseconds: 0)
    guard case .failure(let other) = registry.place(PlacementWish(feature, labels: ["gpu"])) else {
      Issue.record("it was placed without its label")
      return
    }
    #expect(other.description.contains("labels gpu. Theirs are: fast"))
    #expect(other.description.contains("--label gpu"))
    _ = registry.place(feature)
    guard case .failure(let full) = registry.place(feature) else {
      Issue.record("it was placed on a worker that is full")
      return
    }
    #expect(full.description.contains("as many children as it takes (w 1-1)"))
  }
}
