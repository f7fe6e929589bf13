import PandoHosting
import PandoWire
import Testing

@Suite("The choice of a worker under strain, for a group, or by a key")
struct PlacementGroupTests {
  private let feature = FeatureDescriptor(
    name: "Row", state: SchemaFingerprint(of: Int.self), action: SchemaFingerprint(of: Int.self))

  private func candidate(
    _ id: Int, _ load: Int, strained: Bool = false, build: String? = nil, share: Int? = nil,
    neighbours: Int = 0, onHost: Int = 0, atMost: Int? = nil
  ) -> PlacementCandidate<Int> {
    var candidate = PlacementCandidate(
      id: id, load: load,
      traits: WorkerTraits(
        lanesAtMost: atMost, share: share.flatMap(PlacementShare.init(thousandths:)),
        build: build.flatMap(BuildID.init(_:))))
    candidate.isStrained = strained
    candidate.neighbours = neighbours
    candidate.neighboursOnHost = onHost
    candidate.seed = LaneGroup.seed(of: "worker \(id)")
    return candidate
  }

  /// A registry of two workers on one host, and one on another.
  private func makeRegistry() -> (registry: WorkerRegistry, ids: [WorkerID]) {
    var registry = WorkerRegistry(incarnation: 1)
    let ids = ["here", "here", "there"].enumerated().map { number, host in
      registry.join(
        WorkerRecord(
          name: "w\(number)", endpoint: "ipc:///w\(number)", processID: 1, hostName: host,
          features: [feature]), atMilliseconds: 0
      ).lease.id
    }
    return (registry, ids)
  }

  @Test("a worker counts as strained from the limit on, by its processors or by its memory")
  func strain() {
    let table: [(Int?, Int?, Bool)] = [
      (nil, nil, false), (949, 949, false), (950, nil, true), (nil, 950, true), (0, 1_000, true),
      (1_000, 0, true),
    ]
    for (processors, memory, isStrained) in table {
      let load = WorkerLoad(
        lanes: 1, actionsPerSecond: 0, processorThousandths: processors, memoryThousandths: memory)
      #expect(load.isStrained == isStrained, "\(load)")
    }
  }

  @Test("a worker under strain takes a lane only where there is no other with room")
  func strained() {
    let wish = PlacementWish(feature, build: BuildID("new"))
    let table: [([PlacementCandidate<Int>], Int?)] = [
      ([candidate(1, 0, strained: true), candidate(2, 99)], 2),
      ([candidate(1, 5, strained: true), candidate(2, 4, strained: true)], 2),
      ([candidate(1, 0, strained: true), candidate(2, 9, atMost: 9)], 1),
      ([candidate(1, 0, strained: true, build: "new"), candidate(2, 9, build: "old")], 2),
      ([candidate(1, 0, strained: true)], 1),
    ]
    for (number, (candidates, expected)) in table.enumerated() {
      for order in [candidates, candidates.reversed()] {
        #expect(PlacementPolicy.choose(wish, among: order) == expected, "row \(number)")
      }
    }
    // The turn of a worker with a share goes to the others while it is under strain.
    let sharing = [candidate(1, 0, strained: true, share: 500), candidate(2, 9)]
    for turn in 0..<20 {
      #expect(PlacementPolicy.choose(wish, among: sharing, turn: turn) == 2)
    }
    // Where all are, it takes its turns.
    let strained = [
      candidate(1, 0, strained: true, share: 500), candidate(2, 9, strained: true),
    ]
    let chosen = (0..<20).map { PlacementPolicy.choose(wish, among: strained, turn: $0) }
    #expect(chosen.count { $0 == 1 } == 10)
  }

  @Test("the workers of a host are under strain together, and until the last says that it is not")
  func host() {
    let (made, ids) = makeRegistry()
    var registry = made
    func beat(_ number: Int, _ lanes: Int, _ processors: Int?) {
      let load = WorkerLoad(
        lanes: lanes, actionsPerSecond: 0, processorThousandths: processors)
      _ = registry.beat(ids[number], load: load, atMilliseconds: 0)
    }
    func chosen() -> Int? {
      var copy = registry
      return (try? copy.place(feature).get()).flatMap { ids.firstIndex(of: $0.worker) }
    }
    beat(2, 9, 100)
    beat(0, 5, 990)
    // The other has not said anything yet, or something that is older.
    #expect(chosen() == 2)
    beat(1, 0, 940)
    #expect(chosen() == 2)
    beat(1, 0, 960)
    beat(0, 5, 900)
    #expect(chosen() == 2)
    beat(1, 0, 900)
    #expect(chosen() == 1)
    // One that goes takes its strain with it.
    beat(0, 5, 990)
    #expect(chosen() == 2)
    registry.leave(ids[0])
    #expect(chosen() == 1)
    // One that comes shares that of its host.
    beat(1, 9, 990)
    let late = registry.join(
      WorkerRecord(
        name: "w3", endpoint: "ipc:///w3", processID: 1, hostName: "here", features: [feature]),
      atMilliseconds: 0)
    #expect(chosen() == 2)
    registry.leave(ids[2])
    #expect((try? registry.place(feature).get())?.worker == late.lease.id)
  }

  @Test("lanes to be spread go to the host, and then the worker, with the fewest of them")
  func spread() {
    let wish = PlacementWish(feature, group: LaneGroup(.spread, key: 1))
    let table: [([PlacementCandidate<Int>], Int?)] = [
      ([candidate(1, 0, neighbours: 1, onHost: 1), candidate(2, 99)], 2),
      ([candidate(1, 0, neighbours: 0, onHost: 2), candidate(2, 9, neighbours: 1, onHost: 1)], 2),
      ([candidate(1, 9, neighbours: 1, onHost: 3), candidate(2, 9, neighbours: 2, onHost: 3)], 1),
      ([candidate(1, 9, neighbours: 1, onHost: 1), candidate(2, 8, neighbours: 1, onHost: 1)], 2),
      ([candidate(2, 8), candidate(1, 8)], 1),
      // What the group wishes comes before strain, and strain before load.
      ([candidate(1, 0, strained: true), candidate(2, 9, neighbours: 1, onHost: 1)], 1),
      ([candidate(1, 0, strained: true), candidate(2, 9)], 2),
    ]
    for (number, (candidates, expected)) in table.enumerated() {
      for order in [candidates, candidates.reversed()] {
        #expect(PlacementPolicy.choose(wish, among: order) == expected, "row \(number)")
      }
    }
  }

  @Test("a key has one worker, whatever the loads, and the next takes it over while that is full")
  func affinity() throws {
    let wish = PlacementWish(feature, group: LaneGroup(.affinity, key: 7))
    let loads = [[0, 0, 0], [9, 0, 3], [1, 99, 5]]
    let chosen = loads.map { loads in
      PlacementPolicy.choose(
        wish, among: loads.enumerated().map { candidate($0.offset, $0.element) })
    }
    #expect(Set(chosen).count == 1)
    let owner = try #require(chosen[0])
    let next = PlacementPolicy.choose(
      wish, among: (0..<3).map { candidate($0, 4, atMost: $0 == owner ? 4 : nil) })
    #expect(next != owner && next != nil)
    // Where lanes of it are already, there it stays, though another has the key now.
    let other = (0..<3).first { $0 != owner }
    let kept = PlacementPolicy.choose(
      wish, among: (0..<3).map { candidate($0, 0, neighbours: $0 == other ? 1 : 0) })
    #expect(kept == other)
  }

  @Test("keys are even among workers, and one that comes or goes changes no others' keys")
  func rendezvous() {
    func owners(_ workers: [Int]) -> [Int?] {
      (0..<10_000).map { key in
        let group = LaneGroup(.affinity, keyBytes: Array("account \(key)".utf8))
        return PlacementPolicy.choose(
          PlacementWish(feature, group: group), among: workers.map { candidate($0, 0) })
      }
    }
    let ten = owners(Array(0..<10))
    for worker in 0..<10 {
      #expect((850...1_150).contains(ten.count { $0 == worker }), "worker \(worker)")
    }
    let nine = owners(Array(0..<9))
    for (before, after) in zip(ten, nine) where before != 9 { #expect(before == after) }
  }

  @Test("a registry spreads by what a client says of its lanes, and by hosts first")
  func registry() {
    let (made, ids) = makeRegistry()
    var registry = made
    var wish = PlacementWish(feature, group: LaneGroup(.spread, key: 1))
    var lanes: [WorkerID: Int] = [:]
    for _ in 0..<8 {
      wish.neighbours = lanes.map { WorkerLanes(worker: $0, lanes: $1) }
      guard case .success(let placement) = registry.place(wish) else {
        Issue.record("it was not placed")
        return
      }
      lanes[placement.worker, default: 0] += 1
    }
    #expect(ids.map { lanes[$0] } == [2, 2, 4])
    // It may know a worker by an id of before it joined anew.
    let record = WorkerRecord(
      name: "w3", endpoint: "ipc:///w3", processID: 1, hostName: "elsewhere", features: [feature],
      life: "third")
    let anew = registry.join(record, atMilliseconds: 0).lease.id
    let former = WorkerID(coordinator: 7, number: 1)
    wish.neighbours = [WorkerLanes(worker: former, lanes: 9, life: "third")]
    #expect((try? registry.place(wish).get())?.worker != anew)
    wish.neighbours = ids.map { WorkerLanes(worker: $0, lanes: 1) }
    #expect((try? registry.place(wish).get())?.worker == anew)
    // What a client says may be anything.
    wish.neighbours = ids.map { WorkerLanes(worker: $0, lanes: .max) }
    #expect((try? registry.place(wish).get()) != nil)
  }

  @Test("a peer that does not know groups still reads a wish, and one that says none is read")
  func wire() throws {
    struct Earlier: Codable, Equatable {
      let feature: FeatureDescriptor
      let labels: [String]
      let build: BuildID?
      let sameBuild: Bool
    }
    struct EarlierLoad: Codable {
      var lanes: Int
      var actionsPerSecond: Double
    }
    var wish = PlacementWish(feature, labels: ["gpu"], group: LaneGroup(.affinity, key: .max))
    wish.neighbours = [WorkerLanes(worker: WorkerID(coordinator: 1, number: 2), lanes: 3)]
    let bytes = try WireEncoder.encode(wish)
    #expect(try WireDecoder.decode(PlacementWish.self, from: bytes) == wish)
    let earlier = try WireDecoder.decode(Earlier.self, from: bytes)
    #expect(earlier == Earlier(feature: feature, labels: ["gpu"], build: nil, sameBuild: false))
    let read = try WireDecoder.decode(
      PlacementWish.self, from: try WireEncoder.encode(earlier))
    #expect(read == PlacementWish(feature, labels: ["gpu"]))
    let load = try WireDecoder.decode(
      WorkerLoad.self, from: try WireEncoder.encode(EarlierLoad(lanes: 3, actionsPerSecond: 4)))
    #expect(load == WorkerLoad(lanes: 3, actionsPerSecond: 4))
    let told = WorkerLoad(lanes: 3, actionsPerSecond: 4, processorThousandths: 5)
    let old = try WireDecoder.decode(EarlierLoad.self, from: try WireEncoder.encode(told))
    #expect(old.lanes == 3)
  }
}
