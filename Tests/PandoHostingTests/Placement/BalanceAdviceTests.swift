import PandoHosting
import PandoWire
import Testing

/// The moves that a coordinator advises stores to make.
@Suite("The advice of a registry whose workers are lopsided")
struct BalanceAdviceTests {
  private let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func registry(
    _ lanes: [Int?], _ traits: [Int: WorkerTraits] = [:]
  ) -> (WorkerRegistry, [WorkerID]) {
    var registry = WorkerRegistry(incarnation: 1)
    var ids: [WorkerID] = []
    for (number, lanes) in lanes.enumerated() {
      var record = WorkerRecord(
        name: "w\(number)", endpoint: "ipc:///w\(number)", processID: 1,
        hostName: "h\(number)",
        features: [feature], life: "life \(number)")
      record.traits = traits[number] ?? .none
      let id = registry.join(record, atMilliseconds: 0).lease.id
      ids.append(id)
      if let lanes {
        _ = registry.beat(
          id, load: WorkerLoad(lanes: lanes, actionsPerSecond: 0), atMilliseconds: 0)
      }
    }
    return (registry, ids)
  }

  private struct Row {
    var lanes: [Int?]
    var held: [Int]
    var traits: [Int: WorkerTraits] = [:]
    var coordinators = 1
    /// Of worker, to worker, so many.
    var expected: [Int]?
  }

  @Test("is the store's part of half the difference, from where it has most to the least loaded")
  func table() {
    let small = WorkerTraits(lanesAtMost: 3)
    let old = WorkerTraits(build: BuildID("old"))
    let new = WorkerTraits(build: BuildID("new"))
    let share = PlacementShare(thousandths: 100)
    let table: [Row] = [
      Row(lanes: [40, 0], held: [40, 0], expected: [0, 1, 20]),
      Row(lanes: [40, 0], held: [10, 0], expected: [0, 1, 5]),
      Row(lanes: [40, 0], held: [1, 0], expected: [0, 1, 1]),
      Row(lanes: [40, 0], held: [0, 0], expected: nil),
      // Too small a difference, by itself and for the load.
      Row(lanes: [7, 0], held: [7, 0], expected: nil),
      Row(lanes: [8, 0], held: [8, 0], expected: [0, 1, 4]),
      Row(lanes: [100, 80], held: [100, 80], expected: nil),
      Row(lanes: [100, 70], held: [100, 0], expected: [0, 1, 15]),
      // A worker of which nothing is known but that it has joined.
      Row(lanes: [40, nil], held: [40, 0], expected: nil),
      Row(lanes: [nil, 0], held: [40, 0], expected: nil),
      Row(lanes: [90, 60, 0], held: [0, 60, 0], expected: [1, 2, 30]),
      Row(lanes: [900, 0], held: [900, 0], expected: [0, 1, 64]),
      Row(lanes: [40, 0], held: [40, 0], traits: [1: small], expected: [0, 1, 3]),
      Row(lanes: [40, 0], held: [40, 0], traits: [0: new, 1: old], expected: nil),
      Row(lanes: [40, 0], held: [40, 0], traits: [0: old, 1: old], expected: [0, 1, 20]),
      Row(lanes: [40, 0], held: [40, 0], traits: [1: WorkerTraits(share: share)], expected: nil),
      Row(lanes: [40, 0], held: [40, 0], traits: [0: WorkerTraits(share: share)], expected: nil),
      // Each of several coordinators grants its part.
      Row(lanes: [60, 0], held: [60, 0], coordinators: 3, expected: [0, 1, 10]),
      Row(lanes: [9, 0], held: [9, 0], coordinators: 5, expected: nil),
    ]
    for (number, row) in table.enumerated() {
      var (registry, ids) = registry(row.lanes, row.traits)
      let held = zip(ids, row.held).map { WorkerLanes(worker: $0, lanes: $1) }
      let advice = registry.advise(
        PlacementWish(feature, build: row.traits.isEmpty ? nil : BuildID("new")), holding: held,
        coordinators: row.coordinators, atMilliseconds: 0)
      let found = advice.map { advice in
        [
          ids.firstIndex(of: advice.from)!, ids.firstIndex(of: advice.destination.worker)!,
          advice.lanes,
        ]
      }
      // Where there are traits, those without a build are another build too.
      #expect(found == row.expected, "row \(number)")
    }
  }

  @Test("finds a worker by its life where the client has its id of before it joined anew")
  func joinedAnew() {
    var (registry, ids) = registry([40, 0])
    let former = WorkerID(coordinator: 7, number: 1)
    let wish = PlacementWish(feature)
    let unknown = WorkerLanes(worker: former, lanes: 40)
    #expect(registry.advise(wish, holding: [unknown], atMilliseconds: 0) == nil)
    let other = WorkerLanes(worker: former, lanes: 40, life: "life 9")
    #expect(registry.advise(wish, holding: [other], atMilliseconds: 0) == nil)
    let known = WorkerLanes(worker: former, lanes: 40, life: "life 0")
    let advice = registry.advise(wish, holding: [known], atMilliseconds: 0)
    #expect(advice?.from == former)
    #expect(advice?.destination.worker == ids[1])
    #expect(advice?.lanes == 20)
    // A child is spread by it, too.
    var spread = PlacementWish(feature, group: LaneGroup(.spread, key: 1))
    spread.neighbours = [WorkerLanes(worker: former, lanes: 1, life: "life 1")]
    #expect((try? registry.place(spread).get())?.worker == ids[0])
    spread.neighbours = [WorkerLanes(worker: former, lanes: 1)]
    #expect((try? registry.place(spread).get())?.worker == ids[1])
  }

  @Test("names no worker that is suspected, drains or is under strain")
  func unusable() {
    for number in 0..<3 {
      var (registry, ids) = registry([40, 0])
      switch number {
      case 0: _ = registry.report(dead: ids[1], atMilliseconds: 0)
      case 1:
        registry.drain(ids[1], withinMilliseconds: 9, isEnding: false, atMilliseconds: 0)
      default:
        _ = registry.beat(
          ids[1], load: WorkerLoad(lanes: 0, actionsPerSecond: 0, memoryThousandths: 990),
          atMilliseconds: 0)
      }
      let held = [WorkerLanes(worker: ids[0], lanes: 40)]
      #expect(registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 0) == nil)
    }
  }

  @Test("a worker under strain gets lanes from one that is under strain too")
  func strained() {
    var (registry, ids) = registry([40, 0])
    let held = [WorkerLanes(worker: ids[0], lanes: 40)]
    for (strained, expected) in [([false, true], nil), ([true, true], 20)] as [([Bool], Int?)] {
      for (number, id) in ids.enumerated() {
        let load = WorkerLoad(
          lanes: number == 0 ? 40 : 0, actionsPerSecond: 0,
          processorThousandths: strained[number] ? 990 : 100)
        _ = registry.beat(id, load: load, atMilliseconds: 0)
      }
      let advice = registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 0)
      #expect(advice?.lanes == expected)
    }
  }

  @Test("what was granted counts at once, so that a crowd is told no more than one would be")
  func crowd() {
    var (registry, ids) = registry([1_000, 0])
    var granted = 0
    for _ in 0..<1_000 {
      let held = [WorkerLanes(worker: ids[0], lanes: 1)]
      granted +=
        registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 0)?.lanes ?? 0
    }
    #expect((300...500).contains(granted))
    // None was made: what was granted is forgotten in time, and granted again.
    let held = [WorkerLanes(worker: ids[0], lanes: 1_000)]
    let later = WorkerRegistry.grantMilliseconds
    for id in ids {
      let lanes = id == ids[0] ? 1_000 : 0
      _ = registry.beat(
        id, load: WorkerLoad(lanes: lanes, actionsPerSecond: 0), atMilliseconds: later)
    }
    let again = registry.advise(PlacementWish(feature), holding: held, atMilliseconds: later)
    #expect(again?.lanes == 64)
  }

  @Test("a grant counts for placement, and ends though nobody asks for advice any more")
  func placement() {
    let life = WorkerRegistry.grantMilliseconds
    var (registry, ids) = registry([40, 0, 10], [1: WorkerTraits(lanesAtMost: 20)])
    let held = [WorkerLanes(worker: ids[0], lanes: 40)]
    let advice = registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 0)
    #expect(advice?.destination.worker == ids[1])
    #expect(advice?.lanes == 20)
    #expect((try? registry.place(feature).get())?.worker == ids[2])
    for (id, lanes) in zip(ids, [40, 0, 11]) {
      _ = registry.beat(
        id, load: WorkerLoad(lanes: lanes, actionsPerSecond: 0), atMilliseconds: life)
    }
    #expect(registry.expire(atMilliseconds: life).isEmpty)
    #expect((try? registry.place(feature).get())?.worker == ids[1])
  }

  @Test("what was granted of a worker that is hidden and shown again counts, and ends")
  func shown() {
    let life = WorkerRegistry.grantMilliseconds
    var (registry, ids) = registry([40, 0, 15])
    let held = [WorkerLanes(worker: ids[0], lanes: 40)]
    #expect(
      registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 0)?.lanes == 20)
    for id in ids.prefix(2) {
      let worker = registry.workers[id]!
      registry.leave(id)
      registry.show(
        id, worker.record, load: worker.load, isSuspect: false, joined: 0, atMilliseconds: 0)
    }
    #expect((try? registry.place(feature).get())?.worker == ids[2])
    #expect(registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 1) == nil)
    // When it counts no longer, all is as at first.
    for (id, lanes) in zip(ids, [40, 11, 10]) {
      _ = registry.beat(
        id, load: WorkerLoad(lanes: lanes, actionsPerSecond: 0), atMilliseconds: life)
    }
    let again = registry.advise(PlacementWish(feature), holding: held, atMilliseconds: life)
    #expect(again?.destination.worker == ids[2])
    #expect(again?.lanes == 15)
  }

  @Test("bad numbers of a store are not believed")
  func lies() {
    var (registry, ids) = registry([40, 0])
    for lanes in [Int.min, -1, 0] {
      let held = [WorkerLanes(worker: ids[0], lanes: lanes)]
      #expect(registry.advise(PlacementWish(feature), holding: held, atMilliseconds: 0) == nil)
    }
    let all = [WorkerLanes(worker: ids[0], lanes: .max)]
    let advice = registry.advise(PlacementWish(feature), holding: all, atMilliseconds: 0)
    #expect(advice?.lanes == 20)
    // Nor those of a worker.
    for lanes in [Int.max, .min] {
      let load = WorkerLoad(lanes: lanes, actionsPerSecond: 0)
      _ = registry.beat(ids[0], load: load, atMilliseconds: 0)
      #expect((try? registry.place(PlacementWish(feature)).get())?.worker != nil)
      _ = registry.advise(PlacementWish(feature), holding: all, atMilliseconds: 0)
    }
  }
}
