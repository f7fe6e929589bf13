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

  private struct BuildCase {
    let candidates: [PlacementCandidate<Int>]
    var build: BuildID? = BuildID("new")
    var sameBuild = false
    let expected: Int?
  }

  private func built(
    _ id: Int, _ load: Int, _ build: String?, share: Int? = nil, atMost: Int? = nil
  ) -> PlacementCandidate<Int> {
    PlacementCandidate(
      id: id, load: load,
      traits: WorkerTraits(
        lanesAtMost: atMost, share: share.flatMap(PlacementShare.init(thousandths:)),
        build: build.flatMap(BuildID.init(_:))))
  }

  @Test("prefers the same build, takes another, and waits where another will not do")
  func builds() {
    let table: [BuildCase] = [
      .init(candidates: [built(1, 0, "old"), built(2, 9, "new")], expected: 2),
      .init(candidates: [built(1, 0, "old"), built(2, 9, "new"), built(3, 8, "new")], expected: 3),
      .init(candidates: [built(1, 0, nil), built(2, 9, "new")], expected: 2),
      .init(candidates: [built(1, 3, "old"), built(2, 2, "older")], expected: 2),
      .init(candidates: [built(1, 3, "old"), built(2, 9, "new", atMost: 9)], expected: 1),
      .init(candidates: [built(1, 3, "new"), built(2, 2, "old")], build: nil, expected: 2),
      .init(candidates: [built(1, 0, "old"), built(2, 9, "new")], sameBuild: true, expected: 2),
      .init(candidates: [built(1, 0, "old"), built(2, 0, nil)], sameBuild: true, expected: nil),
      .init(
        candidates: [built(1, 0, "old"), built(2, 9, "new", atMost: 9)], sameBuild: true,
        expected: nil),
      // Who does not know its own build cannot insist on it.
      .init(candidates: [built(1, 0, "old")], build: nil, sameBuild: true, expected: 1),
    ]
    for (number, row) in table.enumerated() {
      let wish = PlacementWish(feature, build: row.build, sameBuild: row.sameBuild)
      for order in [row.candidates, row.candidates.reversed()] {
        #expect(PlacementPolicy.choose(wish, among: order) == row.expected, "row \(number)")
      }
    }
  }

  @Test("gives a worker with a share that share of all turns, spread evenly")
  func shares() {
    let wish = PlacementWish(feature, build: BuildID("old"))
    for thousandths in [0, 1, 50, 100, 250, 500, 900, 999] {
      let candidates = [built(1, 5, "old"), built(2, 90, "new", share: thousandths)]
      let taken = (0..<5_000).map { turn in
        PlacementPolicy.choose(wish, among: candidates, turn: turn) == 2
      }
      func counts(of turns: Int) -> [Int] {
        stride(from: 0, to: taken.count, by: turns).map { start in
          taken[start..<(start + turns)].count(where: \.self)
        }
      }
      for count in counts(of: 1_000) { #expect(abs(count - thousandths) <= 1, "\(thousandths)") }
      for count in counts(of: 100) {
        #expect(abs(10 * count - thousandths) <= 20, "\(thousandths): \(count)")
      }
      if thousandths == 0 { #expect(!taken.contains(true)) }
    }
  }

  @Test("several workers with shares have each its own, and the rest is for the others")
  func manyShares() {
    let wish = PlacementWish(feature)
    let candidates = [
      built(3, 0, "b", share: 200), built(1, 0, nil), built(2, 0, "a", share: 100),
    ]
    var counts: [Int: Int] = [:]
    for turn in 0..<1_000 {
      if let chosen = PlacementPolicy.choose(wish, among: candidates, turn: turn) {
        counts[chosen, default: 0] += 1
      }
    }
    #expect(counts == [1: 700, 2: 100, 3: 200])
  }

  @Test(
    "workers with shares take every lane where there are no others, and none of another build that will not do"
  )
  func sharesAlone() {
    let alone = [built(1, 5, "new", share: 100), built(2, 4, "new", share: 0)]
    for turn in 0..<20 {
      #expect(PlacementPolicy.choose(PlacementWish(feature), among: alone, turn: turn) == 2)
    }
    let strict = PlacementWish(feature, build: BuildID("old"), sameBuild: true)
    for turn in 0..<1_000 {
      let chosen = PlacementPolicy.choose(
        strict, among: alone + [built(3, 99, "old")], turn: turn)
      #expect(chosen == 3)
    }
  }

  @Test("a registry keeps to shares over the lanes that it places")
  func sharesOfRegistry() {
    var registry = WorkerRegistry(incarnation: 1)
    for (number, share) in [nil, 100].enumerated() {
      var record = WorkerRecord(
        name: "w\(number)", endpoint: "ipc:///w\(number)", processID: 1, hostName: "here",
        features: [feature])
      record.traits.share = share.flatMap(PlacementShare.init(thousandths:))
      _ = registry.join(record, atMilliseconds: 0)
    }
    let names = (0..<100).compactMap { _ in
      if case .success(let placement) = registry.place(PlacementWish(feature)) {
        placement.name
      } else {
        nil
      }
    }
    #expect(names.count == 100)
    #expect((8...12).contains(names.count { $0 == "w1" }))
  }

  @Test("a refusal says which builds can be had")
  func otherBuilds() {
    var registry = WorkerRegistry(incarnation: 1)
    var record = WorkerRecord(
      name: "w", endpoint: "ipc:///w", processID: 1, hostName: "here", features: [feature])
    record.traits.build = BuildID("v1")
    _ = registry.join(record, atMilliseconds: 0)
    let wish = PlacementWish(feature, build: BuildID("v2"), sameBuild: true)
    guard case .failure(let other) = registry.place(wish) else {
      Issue.record("it was placed on another build")
      return
    }
    #expect(other.description.contains("no worker of the build v2 hosts it"))
    #expect(other.description.contains("Theirs are: v1"))
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
