import Logging
import PandoHosting
import RegistryChecks
import Testing

@testable import PandoCluster

@Suite("A registry that coordinators share")
struct SharedRegistryTests {
  @Test(
    "while the store is away, what is known is answered, and the rest says why; once in the log")
  func absence() async throws {
    let store = ModelStore()
    let log = LogRecorder()
    try await withCluster(store, log: log) { cluster in
      let one = try await cluster.start("one").registry
      let (lease, _) = try await one.joined(.check("a"))
      try await eventually("it leads") { one.condition.leader != nil }
      store.isAway = true
      try await eventually("that is noticed") { one.condition.isAway }
      // Far longer than a worker's life.
      for _ in 0..<30 {
        #expect(try await one.beats(lease.id))
        #expect(try one.place(.check, avoiding: []).get().worker == lease.id)
        try await Task.sleep(for: .milliseconds(100))
      }
      let error = await thrown(ControlError.self) { _ = try await one.joined(.check("b")) }
      guard case .unavailable(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("model://") && reason.contains("the model is away"))
      store.isAway = false
      try await eventually("it is back") { !one.condition.isAway }
      #expect(log.count(.warning, "The registry is away") == 1)
      #expect(log.count(.notice, "The registry is back") == 1)
      try await eventually("somebody leads again") { one.condition.leader != nil }
      _ = try await one.joined(.check("b"))
    }
  }

  @Test(
    "a coordinator that alone has lost the store says that it keeps no worker, and another does")
  func cutOff() async throws {
    let store = ModelStore()
    let connection = CutStore(store)
    let alone = SharedCluster(prefix: "/checks") { connection }
    let others = SharedCluster(prefix: "/checks") { store }
    let one = try await alone.start("one").registry
    let two = try await others.start("two").registry
    let (lease, _) = try await one.joined(.check("a"))
    #expect(try await one.beats(lease.id))
    #expect(one.keeps(lease.id))
    connection.isCut = true
    try await eventually("it says so") {
      let isKnown = try await one.beats(lease.id)
      #expect(isKnown, "it is known there all the same")
      return !one.keeps(lease.id)
    }
    var joined = lease
    try await eventually("the other one keeps it") {
      if try await !two.beats(joined.id) { joined = try await two.joined(.check("a")).0 }
      return two.keeps(joined.id)
    }
    connection.isCut = false
    try await eventually("the first keeps it again") {
      try await one.beats(joined.id) && one.keeps(joined.id)
    }
    // Where all have lost it, the one that is asked anew is no better.
    store.isAway = true
    try await eventually("both know") { one.condition.isAway && two.condition.isAway }
    try await eventually("none keeps it") {
      _ = try await one.beats(joined.id)
      return !one.keeps(joined.id)
    }
    let end = ContinuousClock.now + .milliseconds(2_100)
    while ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(50)) }
    #expect(try await two.beats(joined.id))
    #expect(!two.keeps(joined.id))
    await alone.stop()
    await others.stop()
  }

  @Test(
    "a lease is kept for half of its life behind a renewal, and at first where the store is there")
  func renewals() {
    var record = RenewalRecord(lifeMilliseconds: 1_000)
    #expect(record.isKept(1, atMilliseconds: 0), "who beats elsewhere is kept there")
    record.beat(1, isAway: false, atMilliseconds: 0)
    record.beat(2, isAway: true, atMilliseconds: 0)
    #expect(record.isKept(1, atMilliseconds: 500) && !record.isKept(1, atMilliseconds: 501))
    #expect(!record.isKept(2, atMilliseconds: 0))
    record.renewed(2, askedAt: 10)
    record.beat(2, isAway: true, atMilliseconds: 400)
    #expect(record.isKept(2, atMilliseconds: 510) && !record.isKept(2, atMilliseconds: 511))
    // Beats here change nothing; one that comes back from elsewhere begins anew.
    record.beat(1, isAway: false, atMilliseconds: 1_000)
    #expect(!record.isKept(1, atMilliseconds: 1_000))
    record.beat(1, isAway: false, atMilliseconds: 2_001)
    #expect(record.isKept(1, atMilliseconds: 2_001))
    record.forget(1)
    record.renewed(1, askedAt: 2_001)
    #expect(record.isKept(1, atMilliseconds: 9_000))
  }

  @Test("a coordinator that was started while the store is away knows nothing, and says so")
  func ignorance() async throws {
    let store = ModelStore()
    store.isAway = true
    let registry = SharedRegistry(
      store, kind: "shared", prefix: "/checks", settings: RegistrySettings(), logger: .quiet)
    let card = CoordinatorCard(endpoint: "one", processID: 1, hostName: "grove", version: "1")
    let task = Task { await registry.run(card) }
    try await eventually("it has tried") { registry.condition.isAway }
    let error = await thrown(ControlError.self) { _ = try await registry.joined(.check("a")) }
    guard case .unavailable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    store.isAway = false
    try await eventually("it knows") { (try? registry.requireKnowledge()) != nil }
    _ = try await registry.joined(.check("a"))
    task.cancel()
    await task.value
  }

  @Test("a store that has lost everything is another registry: workers join again, and one leads")
  func wiped() async throws {
    let store = ModelStore()
    try await withCluster(store) { cluster in
      let (one, two) = (
        try await cluster.start("one").registry, try await cluster.start("two").registry
      )
      let (lease, _) = try await one.joined(.check("a"))
      try await eventually("one leads") { one.condition.leader != nil }
      store.wipe()
      try await eventually("it is told to join again") { try await !one.beats(lease.id) }
      var joined: WorkerLease?
      try await eventually("it has joined again") {
        joined = (try? await one.joined(.check("a")))?.0
        return joined != nil
      }
      let again = try #require(joined)
      #expect(again.id.coordinator != lease.id.coordinator)
      try await eventually("both know it, and a leader") {
        two.workers.workers[again.id] != nil && two.condition.leader != nil
          && one.condition.leader == two.condition.leader
      }
    }
  }

  @Test(
    "a leader writes the features of a store that has begun anew, at revisions of before or not")
  func featuresOfWiped() async throws {
    let store = ModelStore()
    // Far behind what the store that begins anew will have.
    for _ in 0..<1_000 { _ = try store.transact(.init(if: [], [.put("/else", [], lease: 0)])) }
    try await withCluster(store) { cluster in
      let one = try await cluster.start("one").registry
      _ = try await one.joined(.check("a"))
      try await eventually("the feature is written") { one.condition.features == [.check] }
      store.wipe()
      try await eventually("the worker joins again") { (try? await one.joined(.check("a"))) != nil }
      try await eventually("the feature is written again") {
        try !store.read(prefix: "/checks/features/").entries.isEmpty
      }
    }
  }

  @Test("a write to a store that has lost everything holds up no write to the one that has begun")
  func writeToWiped() async throws {
    let store = ModelStore()
    let held = HeldStore(store, holding: "/features/", atMost: 1)
    let log = LogRecorder()
    let cluster = SharedCluster(prefix: "/checks", logger: log.logger) { held }
    let one = try await cluster.start("one").registry
    _ = try await one.joined(.check("a"))
    try await eventually("its feature is being written") { held.heldCount == 1 }
    store.wipe()
    try await eventually("the worker joins again") { (try? await one.joined(.check("a"))) != nil }
    try await eventually("the feature is known") { one.condition.features == [.check] }
    held.open()
    _ = try await one.joined(.check("b", [.other]))
    try await eventually("the next one is known, too") { one.condition.features.count == 2 }
    #expect(log.count(.notice, "leads no longer") == 1, "for the one that was lost")
    await cluster.stop()
  }

  private func leader(in store: ModelStore) throws -> RegistryEntry {
    let entries = try store.read(prefix: "/checks/coordinators/").entries
    return try #require(entries.min { $0.created < $1.created })
  }

  @Test("a leader whose card was deleted leads again, in a later term")
  func deleted() async throws {
    let store = ModelStore()
    try await withCluster(store) { cluster in
      let one = try await cluster.start("one").registry
      try await eventually("it leads") { one.isLeading }
      let term = one.condition.term
      try store.clear("/checks/coordinators/")
      try await eventually("it leads again") { one.isLeading && one.condition.term > term }
    }
  }

  @Test("a leader whose lease was ended stands down, and one leads after it")
  func revoked() async throws {
    let store = ModelStore()
    let log = LogRecorder()
    try await withCluster(store, log: log) { cluster in
      let one = try await cluster.start("one").registry
      try await eventually("it leads") { one.condition.leader != nil }
      let term = one.condition.term
      store.end(lease: try leader(in: store).lease)
      try await eventually("it leads in a later term") {
        one.condition.term > term && log.count(.notice, "This coordinator leads.") == 2
      }
      #expect(log.count(.notice, "leads no longer") == 1)
    }
  }

  @Test("a leader's write that was under way when it was deposed is not made")
  func lateWrite() async throws {
    let store = ModelStore()
    let held = HeldStore(store, holding: "/features/")
    let old = SharedCluster(prefix: "/checks") { held }
    let new = SharedCluster(prefix: "/checks") { store }
    let one = try await old.start("one").registry
    try await eventually("it leads") { one.condition.leader?.endpoint == "one" }
    let term = one.condition.term
    let two = try await new.start("two").registry
    let (lease, _) = try await two.joined(.check("a"))
    try await eventually("it wants to write the feature") { held.heldCount == 1 }
    // The other one leads, because the first comes behind it with another lease.
    store.end(lease: try leader(in: store).lease)
    try await eventually("another term has begun") { two.condition.term > term }
    _ = try await two.leave(lease.id)
    try store.clear("/checks/features/")
    held.open()
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end {
      let features = try store.read(prefix: "/checks/features/").entries
      try #require(
        features.isEmpty, "\(features.map { String(decoding: $0.value, as: UTF8.self) })")
      try await Task.sleep(for: .milliseconds(5))
    }
    await old.stop()
    await new.stop()
  }

  @Test("a drain that was decided on before the process was to end is not written over that")
  func lateDrain() async throws {
    let store = ModelStore()
    let held = HeldStore(store, holding: "/drains/")
    let slow = SharedCluster(prefix: "/checks") { held }
    let quick = SharedCluster(prefix: "/checks") { store }
    let one = try await slow.start("one").registry
    let two = try await quick.start("two").registry
    let (lease, _) = try await two.joined(.check("a"))
    try await eventually("the other one knows it") { one.workers.workers[lease.id] != nil }
    async let asked = one.drain(lease.id, withinMilliseconds: 60_000, isEnding: false)
    try await eventually("its write is under way") { held.heldCount == 1 }
    #expect(try await two.drain(lease.id, withinMilliseconds: 5_000, isEnding: true))
    held.open()
    let isKnown = try await asked
    #expect(isKnown)
    let entries = try store.read(prefix: "/checks/drains/").entries
    let document = try #require(
      entries.first.flatMap { RegistryJSON.decode(DrainDocument.self, $0.value) })
    #expect(document.isEnding && document.withinMilliseconds == 5_000)
    #expect(try await one.undrain(lease.id) == .isEnding)
    await slow.stop()
    await quick.stop()
  }

  @Test("a drain of a worker that was replaced meanwhile is not written")
  func drainOfReplaced() async throws {
    let store = ModelStore()
    let held = HeldStore(store, holding: "/drains/")
    let slow = SharedCluster(prefix: "/checks") { held }
    let quick = SharedCluster(prefix: "/checks") { store }
    let one = try await slow.start("one").registry
    let two = try await quick.start("two").registry
    let (lease, _) = try await two.joined(.check("a", life: "1"))
    try await eventually("the other one knows it") { one.workers.workers[lease.id] != nil }
    async let asked = one.drain(lease.id, withinMilliseconds: 60_000, isEnding: false)
    try await eventually("its write is under way") { held.heldCount == 1 }
    let (second, _) = try await two.joined(.check("a", life: "2"))
    held.open()
    let isKnown = try await asked
    #expect(!isKnown)
    #expect(try store.read(prefix: "/checks/drains/").entries.isEmpty)
    #expect(two.drainLeft(second.id) == nil)
    await slow.stop()
    await quick.stop()
  }

  @Test("a worker whose lease is over joins again at its next beat")
  func expiredWorker() async throws {
    let store = ModelStore()
    try await withCluster(store) { cluster in
      let one = try await cluster.start("one").registry
      let (lease, _) = try await one.joined(.check("a"))
      let entry = try #require(store.read(prefix: "/checks/workers/").entries.first)
      store.end(lease: entry.lease)
      try await eventually("it is told so") { try await !one.beats(lease.id) }
      #expect(try store.read(prefix: "/checks/workers/").entries.isEmpty)
    }
  }

  @Test("a load is told when the lanes differ, or the rate does by more than a tenth after a while")
  func loads() {
    let report = LoadReport(load: .init(lanes: 2, actionsPerSecond: 100), atMilliseconds: 1_000)
    let table: [(lanes: Int, rate: Double, now: Int, Bool)] = [
      (2, 100, 99_000, false), (3, 100, 1_001, true), (1, 100, 1_001, true),
      (2, 500, 2_999, false), (2, 500, 3_000, true), (2, 109, 3_000, false), (2, 0, 3_000, true),
      (2, 91, 3_000, false), (2, 89, 3_000, true),
    ]
    for (lanes, rate, now, expected) in table {
      let load = WorkerLoad(lanes: lanes, actionsPerSecond: rate)
      #expect(report.differs(from: load, atMilliseconds: now) == expected, "\(load) at \(now)")
    }
    // One that was lost is told again, whatever it is, but not with each beat.
    var lost = report
    lost.isLost = true
    #expect(!lost.differs(from: .init(lanes: 9, actionsPerSecond: 0), atMilliseconds: 2_999))
    #expect(lost.differs(from: lost.load, atMilliseconds: 3_000))
    let idle = LoadReport(load: .none, atMilliseconds: 0)
    #expect(!idle.differs(from: .none, atMilliseconds: 9_999))
    // A worker that comes under strain and leaves it again costs no write with each beat.
    var strained = WorkerLoad.none
    strained.memoryThousandths = 990
    #expect(!idle.differs(from: strained, atMilliseconds: 1_999))
    #expect(idle.differs(from: strained, atMilliseconds: 2_000))
    strained.memoryThousandths = 900
    #expect(!idle.differs(from: strained, atMilliseconds: 9_999))
  }
}
