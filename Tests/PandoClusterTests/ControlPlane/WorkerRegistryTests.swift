import Testing

@testable import PandoCluster
@testable import PandoHosting

@Suite("The coordinator's registry")
struct WorkerRegistryTests {
  let search = FeatureDescriptor.sample("Search")
  let tab = FeatureDescriptor.sample("Tab")
  var registry = WorkerRegistry(incarnation: 9)

  func id(_ number: Int) -> WorkerID { WorkerID(coordinator: 9, number: number) }

  @Test("a worker that joins gets an id, and the terms on which it keeps it")
  mutating func join() {
    let joined = registry.join(.sample("a", search), atMilliseconds: 0)
    #expect(
      joined
        == .init(
          lease: WorkerLease(id: id(1), beatIntervalMilliseconds: 500, lifeMilliseconds: 3000),
          replaced: nil))
    #expect(registry.join(.sample("b", search), atMilliseconds: 0).lease.id == id(2))
  }

  @Test("an id is never given twice, even when its worker has gone")
  mutating func freshIDs() {
    registry.join("a", at: 0)
    registry.leave(id(1))
    #expect(registry.join(.sample("a"), atMilliseconds: 0).lease.id == id(2))
  }

  @Test("a beat of another coordinator's worker is unknown, whatever its number")
  mutating func otherIncarnation() {
    registry.join("a", at: 0)
    let stranger = WorkerID(coordinator: 8, number: 1)
    #expect(registry.beat(stranger, load: .none, atMilliseconds: 1) == .unknown)
    #expect(registry.beat(id(1), load: .none, atMilliseconds: 1) == .known)
  }

  @Test("a worker is dead when it was silent for longer than a life, and not before")
  mutating func expiry() {
    registry.join("a", at: 0)
    registry.join("b", at: 0)
    #expect(registry.beat(id(2), load: .none, atMilliseconds: 500) == .known)
    let table: [(milliseconds: Int, dead: Set<WorkerID>)] = [
      (0, []), (3000, []), (3001, [id(1)]), (3002, []), (3500, []), (3501, [id(2)]), (9999, []),
    ]
    for (milliseconds, dead) in table {
      #expect(Set(registry.expire(atMilliseconds: milliseconds).keys) == dead)
    }
    #expect(registry.beat(id(1), load: .none, atMilliseconds: 9999) == .unknown)
  }

  @Test("a newer worker at the same endpoint replaces the older one, which is told at its beat")
  mutating func replacement() {
    registry.join("old", endpoint: "ipc:///run/one", at: 0)
    let joined = registry.join(
      .sample("new", endpoint: "ipc:///run/one", search), atMilliseconds: 5)
    #expect(joined.replaced == id(1))
    #expect(registry.beat(id(1), load: .none, atMilliseconds: 6) == .unknown)
    #expect(registry.beat(id(2), load: .none, atMilliseconds: 6) == .known)
    #expect(registry.placed(search) == 2)
  }

  @Test("leaving and reporting are of no consequence for who is not known")
  mutating func unknown() {
    #expect(registry.leave(id(1)) == nil)
    #expect(registry.report(dead: id(1), atMilliseconds: 0) == .unknown)
    #expect(registry.workers.isEmpty)
  }

  @Test("a reported worker gets nothing before its next beat")
  mutating func suspicion() {
    registry.join(.sample("a", search))
    registry.join(.sample("b", search))
    #expect(registry.report(dead: id(1), atMilliseconds: 0) == .suspected)
    #expect(registry.report(dead: id(1), atMilliseconds: 0) == .suspectedAlready)
    #expect((0..<3).map { _ in registry.placed(search) } == [2, 2, 2])
    #expect(registry.beat(id(1), load: .none, atMilliseconds: 1) == .recovered)
    #expect(registry.placed(search) == 1)
  }

  @Test("one that has joined anew is reported and avoided by the life of its process")
  mutating func lives() {
    var record = WorkerRecord.sample("a", search)
    record.life = "first"
    registry.join(record)
    registry.join(.sample("b", search))
    let former = WorkerID(coordinator: 8, number: 5)
    #expect(registry.id(of: former, life: "first") == id(1))
    #expect(registry.id(of: former, life: "second") == former)
    #expect(registry.id(of: former, life: nil) == former)
    #expect(registry.id(of: id(2), life: "first") == id(2), "an id that is known says it")
    var wish = PlacementWish(search)
    wish.avoided = [
      WorkerLanes(worker: former, lanes: 0, life: "first"),
      WorkerLanes(worker: former, lanes: 0, life: "second"),
    ]
    for _ in 0..<3 {
      #expect(try! registry.place(wish).get().worker == id(2))
    }
    wish.avoided?.append(WorkerLanes(worker: id(2), lanes: 0, life: "any"))
    guard case .failure(.noneUsable) = registry.place(wish) else {
      Issue.record("something was placed")
      return
    }
  }

  @Test("the least loaded worker is chosen, what was placed since its beat included")
  mutating func leastLoaded() {
    for name in ["a", "b", "c"] { registry.join(.sample(name, search)) }
    _ = registry.beat(id(1), load: .init(lanes: 2, actionsPerSecond: 0), atMilliseconds: 1)
    _ = registry.beat(id(3), load: .init(lanes: 1, actionsPerSecond: 900), atMilliseconds: 1)
    // Lanes begin at 2, 0, 1; of equals the lowest id.
    #expect((0..<7).map { _ in registry.placed(search) } == [2, 2, 3, 1, 2, 3, 1])
    // A beat counts what was placed before it.
    _ = registry.beat(id(2), load: .none, atMilliseconds: 2)
    #expect(registry.placed(search) == 2)
  }

  @Test("workers to be avoided are avoided")
  mutating func avoiding() {
    for name in ["a", "b", "c"] { registry.join(.sample(name, search)) }
    #expect(registry.placed(search, avoiding: [id(1)]) == 2)
    #expect(registry.placed(search, avoiding: [id(1), id(2)]) == 3)
    #expect(
      registry.place(search, avoiding: [id(1), id(2), id(3)])
        == .failure(.noneUsable(search, workers: ["a 1-9", "b 2-9", "c 3-9"])))
  }

  @Test("only a worker that hosts the very same feature is chosen")
  mutating func matching() {
    let otherState = FeatureDescriptor.sample("Search", state: 7)
    let otherAction = FeatureDescriptor.sample("Search", action: 7)
    registry.join(.sample("a", tab))
    registry.join(.sample("b", otherState))
    registry.join(.sample("c", otherAction, tab))
    registry.join(.sample("d", tab, search))
    #expect(registry.placed(search) == 4)
    #expect(registry.placed(otherState) == 2)
    #expect(registry.placed(otherAction) == 3)
    // Lanes are at 0, 1, 1 now.
    #expect((0..<4).map { _ in registry.placed(tab) } == [1, 1, 3, 4])
  }

  @Test("a refusal says which of the four reasons it has")
  mutating func refusals() {
    #expect(registry.place(search) == .failure(.noWorkers(search)))
    registry.join(.sample("a"))
    #expect(registry.place(search) == .failure(.notHosted(search, hosted: [])))
    registry.join(.sample("b", tab))
    registry.join(.sample("c", tab, .sample("Grid")))
    #expect(registry.place(search) == .failure(.notHosted(search, hosted: ["Grid", "Tab"])))
    let older = FeatureDescriptor.sample("Search", state: 7)
    registry.join(.sample("d", older))
    #expect(registry.place(search) == .failure(.otherSchema(search, theirs: [older])))
    registry.join(.sample("e", search))
    _ = registry.report(dead: id(5), atMilliseconds: 0)
    #expect(registry.place(search) == .failure(.noneUsable(search, workers: ["e 5-9"])))
  }

  @Test("a refusal's text names what is hosted, and both schemas where they differ")
  func texts() {
    let theirs = FeatureDescriptor.sample("Search", state: 7)
    let table: [(PlacementRefusal, [String])] = [
      (.noWorkers(search), ["Search", "no worker has joined"]),
      (.notHosted(search, hosted: ["Grid", "Tab"]), ["Search", "Grid, Tab", "restart"]),
      (.notHosted(search, hosted: []), ["Hosted are: none"]),
      (
        .otherSchema(search, theirs: [theirs]),
        ["Theirs: \(theirs)", "ours: \(search)", "same source"]
      ),
      (.noneUsable(search, workers: ["e 5-9"]), ["Search", "e 5-9", "Try again"]),
    ]
    for (refusal, parts) in table {
      for part in parts { #expect(refusal.description.contains(part)) }
    }
  }

  @Test("a clock is judged by the best of three beats, as some come late")
  mutating func clocks() {
    registry.join(.sample("a", search), at: 0)
    let readings = [-9_000, -8_000, -7_000, -10, -9_000, -6_000, -5_500, -5_400]
    let judged = readings.map { reading in
      _ = registry.beat(
        id(1), load: WorkerLoad(lanes: 0, actionsPerSecond: 0, clockAheadMilliseconds: reading),
        atMilliseconds: 30)
      return registry.workers[id(1)]?.load.clockAheadMilliseconds
    }
    #expect(judged == [nil, nil, -7_000, -10, -10, -10, -5_500, -5_400])
  }

  @Test("what a worker said of itself is as old as it is by now, however others hear of it")
  mutating func ages() {
    registry.join(.sample("a", search), at: 0)
    var load = WorkerLoad(lanes: 0, actionsPerSecond: 0)
    load.problems = [ProcessProblem(.disk, "is full", ageMilliseconds: 50)]
    registry.note(load, of: id(1), atMilliseconds: 1_000)
    // It beats elsewhere, and the registry still has it.
    registry.keep(id(1), isSuspect: false, atMilliseconds: 9_000)
    let told = registry.problems(atMilliseconds: 9_500)["\(id(1))"]
    #expect(told?.map(\.ageMilliseconds) == [8_550])
  }

  @Test("the status lists the workers in the order in which they joined")
  mutating func status() {
    registry.join(.sample("b", search), at: 10)
    registry.join(.sample("a", tab), at: 20)
    _ = registry.beat(id(1), load: .init(lanes: 3, actionsPerSecond: 1.5), atMilliseconds: 30)
    _ = registry.report(dead: id(2), atMilliseconds: 0)
    #expect(registry.placed(search) == 1)
    #expect(
      registry.status(atMilliseconds: 50) == [
        ClusterStatus.Worker(
          id: "1-9", name: "b", endpoint: "ipc:///run/pando/b", processID: 42, hostName: "grove",
          ageMilliseconds: 40, silenceMilliseconds: 20, lanes: 4, actionsPerSecond: 1.5,
          features: [search], state: .ready, isSilent: false),
        ClusterStatus.Worker(
          id: "2-9", name: "a", endpoint: "ipc:///run/pando/a", processID: 42, hostName: "grove",
          ageMilliseconds: 30, silenceMilliseconds: 30, lanes: 0, actionsPerSecond: 0,
          features: [tab], state: .suspect, isSilent: false),
      ])
  }

  @Test(
    "the status calls a worker silent from the third beat on that is missing, and a second at least"
  )
  func silence() {
    for (beat, longest) in [(100, 1_000), (500, 1_500), (2_000, 6_000)] {
      var registry = WorkerRegistry(
        incarnation: 9, lifeMilliseconds: 60_000, beatIntervalMilliseconds: beat)
      registry.join("a", at: 10)
      for (silence, isSilent) in [(longest, false), (longest + 1, true)] {
        let status = registry.status(atMilliseconds: 10 + silence)
        #expect(status.map(\.isSilent) == [isSilent])
        #expect(status.map(\.standing) == [isSilent ? "silent" : "ready"])
      }
      // One that beats elsewhere may be heard of late without being so.
      #expect(
        registry.status(atMilliseconds: 50_000, beatsHere: { _ in false }).map(\.isSilent) == [nil])
      _ = registry.beat(id(1), load: .none, atMilliseconds: 50_000)
      #expect(registry.status(atMilliseconds: 50_001).map(\.isSilent) == [false])
    }
  }
}

extension WorkerRegistry {
  fileprivate mutating func join(_ record: WorkerRecord, at milliseconds: Int = 0) {
    _ = join(record, atMilliseconds: milliseconds)
  }

  fileprivate mutating func join(_ name: String, endpoint: String? = nil, at milliseconds: Int) {
    _ = join(.sample(name, endpoint: endpoint), atMilliseconds: milliseconds)
  }

  /// The number of the worker that was chosen; nil when none was.
  fileprivate mutating func placed(
    _ feature: FeatureDescriptor, avoiding avoided: Set<WorkerID> = []
  ) -> Int? {
    try? place(feature, avoiding: avoided).get().worker.number
  }
}
