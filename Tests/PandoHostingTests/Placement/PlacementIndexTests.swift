import PandoHosting
import PandoWire
import Testing

/// The index of a registry against a look at each worker.
@Suite("A registry that places by its index")
struct PlacementIndexTests {
  private static let features = ["Row", "Tab", "Map"].map {
    FeatureDescriptor(
      name: $0, state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))
  }

  /// The choice by the policy among all, as it was before there was an index.
  private func expected(
    _ wish: PlacementWish, _ registry: WorkerRegistry, _ avoided: Set<WorkerID>, turn: Int
  ) -> WorkerID? {
    let all = registry.workers.filter { id, worker in
      !worker.isSuspect && worker.drain == nil && !avoided.contains(id)
        && worker.record.features.contains(wish.feature)
    }
    let strained = Set(
      registry.workers.values.filter(\.load.isStrained).map(\.record.hostName))
    return PlacementPolicy.choose(
      wish,
      among: all.map { id, worker in
        var candidate = PlacementCandidate(
          id: id, load: worker.lanes, traits: worker.record.traits)
        candidate.isStrained = strained.contains(worker.record.hostName)
        if wish.group != nil {
          candidate.seed = LaneGroup.seed(of: worker.record.life ?? worker.record.endpoint)
        }
        return candidate
      }, turn: turn)
  }

  private func record(_ random: inout SplitMix) -> WorkerRecord {
    let number = Int.random(in: 0..<60, using: &random)
    let features = Self.features.filter { _ in Bool.random(using: &random) }
    var record = WorkerRecord(
      name: "w\(number)", endpoint: "ipc:///w\(number)", processID: 1,
      hostName: "h\(number % 9)", features: features)
    record.traits = WorkerTraits(
      labels: ["gpu", "fast"].filter { _ in Int.random(in: 0..<3, using: &random) == 0 },
      lanesAtMost: Bool.random(using: &random) ? Int.random(in: 1..<6, using: &random) : nil,
      share: Int.random(in: 0..<12, using: &random) == 0
        ? PlacementShare(thousandths: 200) : nil,
      build: [nil, BuildID("a"), BuildID("b")].randomElement(using: &random)!)
    return record
  }

  @Test("the first that is not avoided is the same, however many are")
  func avoided() {
    var registry = WorkerRegistry(incarnation: 1)
    var ids: [WorkerID] = []
    for number in 0..<300 {
      let record = WorkerRecord(
        name: "w\(number)", endpoint: "ipc:///w\(number)", processID: 1, hostName: "here",
        features: Self.features)
      ids.append(registry.join(record, atMilliseconds: 0).lease.id)
      let load = WorkerLoad(lanes: number, actionsPerSecond: 0)
      _ = registry.beat(ids[number], load: load, atMilliseconds: 0)
    }
    for count in [0, 1, 2, 63, 64, 65, 66, 200, 299] {
      var copy = registry
      let chosen = try? copy.place(Self.features[0], avoiding: Set(ids.prefix(count))).get()
      #expect(chosen?.worker == ids[count])
    }
    var copy = registry
    guard
      case .failure(.noneUsable(_, let names)) = copy.place(Self.features[0], avoiding: Set(ids))
    else {
      Issue.record("it was placed")
      return
    }
    // It says so of a few, in their order.
    #expect(names.count == 17)
    #expect(names.prefix(2) == ["w0 \(ids[0])", "w1 \(ids[1])"])
    #expect(names.last == "and 284 more")
  }

  @Test("chooses as one that looks at every worker, whatever happens", arguments: 0..<20)
  func same(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var registry = WorkerRegistry(incarnation: 1)
    var placed = 0
    var chosenCount = 0
    for now in 0..<1_500 {
      let ids = registry.workers.keys.sorted()
      let id = ids.randomElement(using: &random) ?? WorkerID(coordinator: 9, number: 9)
      switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: _ = registry.join(record(&random), atMilliseconds: now)
      case 2:
        let load = WorkerLoad(
          lanes: Int.random(in: 0..<8, using: &random), actionsPerSecond: 0,
          processorThousandths: Int.random(in: 600...970, using: &random))
        _ = registry.beat(id, load: load, atMilliseconds: now)
      case 3 where now % 5 == 0: registry.leave(id)
      case 4 where now % 3 == 0: _ = registry.report(dead: id, atMilliseconds: now)
      case 5 where now % 3 == 0:
        registry.drain(id, withinMilliseconds: 5, isEnding: false, atMilliseconds: now)
      case 6: _ = registry.undrain(id)
      case 7 where now % 100 == 0: _ = registry.expire(atMilliseconds: now + 2_500)
      default:
        let wish = PlacementWish(
          Self.features.randomElement(using: &random)!,
          labels: ["gpu", "fast"].filter { _ in Int.random(in: 0..<4, using: &random) == 0 },
          build: [nil, BuildID("a")].randomElement(using: &random)!,
          sameBuild: Int.random(in: 0..<4, using: &random) == 0,
          group: Int.random(in: 0..<4, using: &random) == 0
            ? LaneGroup(.affinity, key: UInt64(now % 7)) : nil)
        let avoided = Set(ids.filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
        let expected = expected(wish, registry, avoided, turn: placed)
        let chosen = (try? registry.place(wish, avoiding: avoided).get())?.worker
        #expect(chosen == expected, "at \(now)")
        if chosen != nil {
          placed += 1
          chosenCount += 1
        }
      }
    }
    #expect(chosenCount > 200)
  }
}
