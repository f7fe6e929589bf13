import PandoHosting
import RegistryChecks
import Testing

@testable import PandoCluster

@Suite("What a coordinator knows of a shared registry")
struct RegistryViewTests {
  let layout = RegistryLayout(prefix: "/grove")

  @Test(
    "every key is read as it is written",
    arguments: [
      RegistryLayout.Key.incarnation, .coordinator(lease: 0x7587_8c2f), .feature(.check),
      .worker(endpoint: "ipc:///run/pando/one.sock"), .worker(endpoint: "tcp://10.0.0.7:7611"),
      .load(number: 9), .suspect(number: 10), .drain(lease: 0x7587_8c2f),
      .feature(.sample("Odd/Name-1/", state: 0, action: .max)),
    ])
  func keys(_ key: RegistryLayout.Key) {
    #expect(layout.key(layout.text(key)) == key)
    #expect(layout.text(key).hasPrefix("/grove/"))
  }

  @Test(
    "what is not ours is left alone",
    arguments: [
      "", "/grove", "/grove/", "/groves/incarnation", "/grove/else", "/grove/loads/x",
      "/grove/later/1",
      "/grove/coordinators/-", "/grove/features/a", "/grove/features/a/1", "/grove/features/a/1-x",
    ])
  func strangers(_ text: String) {
    #expect(layout.key(text) == .unknown)
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.apply([.put(entry(text, "\"x\"", 3))], clock)
    #expect(view.registry.workers.isEmpty && view.features.isEmpty && view.leader == nil)
  }

  private let clock = RegistryClock(nowMilliseconds: 10_000, wallMilliseconds: 1_000_000)

  private func entry(_ key: String, _ json: String, _ revision: Int64, lease: Int64 = 0)
    -> RegistryEntry
  {
    RegistryEntry(
      key: key, value: Array(json.utf8), created: revision, modified: revision, lease: lease)
  }

  private func worker(_ name: String, _ revision: Int64, endpoint: String? = nil) -> RegistryEntry {
    let record = WorkerRecord.check(name, endpoint: endpoint)
    return RegistryEntry(
      key: layout.text(.worker(endpoint: record.endpoint)),
      value: RegistryJSON.encode(
        WorkerDocument(worker: record, joinedMilliseconds: 995_000)),
      created: revision, modified: revision, lease: revision)
  }

  private func card(lease: Int64, _ revision: Int64) -> RegistryEntry {
    let card = CoordinatorCard(endpoint: "tcp://a:1", processID: 1, hostName: "a", version: "1")
    return RegistryEntry(
      key: layout.text(.coordinator(lease: lease)), value: RegistryJSON.encode(card),
      created: revision, modified: revision, lease: lease)
  }

  private var incarnation: RegistryEntry { entry("/grove/incarnation", "\"a\"", 2) }

  private func id(_ number: Int) -> WorkerID { WorkerID(coordinator: 10, number: number) }

  private func names(_ view: RegistryView) -> [String] {
    view.registry.sortedWorkers.map { "\($0.worker.record.name) \($0.id)" }
  }

  @Test("a snapshot replaces what was known, and is all that is known")
  func snapshot() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(
      RegistrySnapshot(
        revision: 9,
        entries: [
          worker("a", 5), worker("b", 6), card(lease: 4, 8), card(lease: 3, 7),
          card(lease: 2, 9), incarnation,
        ]), clock)
    #expect(names(view) == ["a 5-a", "b 6-a"])
    #expect(view.leader == RegistryView.Leader(lease: 3, term: 7))
    #expect(view.registry.workers[id(5)]?.joinedMilliseconds == 5_000)
    view.reset(
      RegistrySnapshot(revision: 12, entries: [incarnation, worker("b", 6), worker("c", 11)]), clock
    )
    #expect(names(view) == ["b 6-a", "c 11-a"])
    #expect(view.leader == nil)
    #expect(view.takeDeparted().keys.map(\.number) == [5])
    // Another registry: its numbers mean nothing here.
    view.reset(
      RegistrySnapshot(
        revision: 11, entries: [entry("/grove/incarnation", "\"b\"", 3), worker("c", 11)]), clock)
    #expect(view.registry.workers.keys.map(\.coordinator) == [11])
  }

  @Test("a write of one's own that is answered behind the news of its deletion is no news")
  func lateAnswer() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(RegistrySnapshot(revision: 4, entries: [incarnation]), clock)
    let key = layout.text(.worker(endpoint: WorkerRecord.check("a").endpoint))
    view.apply(RegistryEvents(revision: 5, changes: [.put(worker("a", 5))]), clock)
    view.apply(RegistryEvents(revision: 6, changes: [.deleted(key, at: 6)]), clock)
    view.apply([.put(worker("a", 5))], clock)
    #expect(names(view) == [])
    view.apply([.put(worker("a", 7))], clock)
    #expect(names(view) == ["a 7-a"])
    view.apply(RegistryEvents(revision: 7, changes: [.put(worker("a", 7))]), clock)
    #expect(names(view) == ["a 7-a"])
  }

  @Test("a worker comes, is replaced, and goes; what is older than what is known is no news")
  func changes() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(RegistrySnapshot(revision: 2, entries: [incarnation]), clock)
    view.apply([.put(worker("a", 5, endpoint: "ipc:///x"))], clock)
    #expect(names(view) == ["a 5-a"])
    view.apply([.put(worker("b", 8, endpoint: "ipc:///x"))], clock)
    #expect(names(view) == ["b 8-a"])
    // The first one's end, which the store tells of late.
    view.apply([.deleted("/grove/workers/ipc:///x", at: 7)], clock)
    view.apply([.put(worker("a", 5, endpoint: "ipc:///x"))], clock)
    #expect(names(view) == ["b 8-a"])
    view.apply([.deleted("/grove/workers/ipc:///x", at: 9)], clock)
    #expect(names(view) == [])
  }

  @Test(
    "a worker that beat here and is gone without a word is told of; one that left or was replaced is not"
  )
  func silent() {
    func gone(after milliseconds: Int, _ change: (inout RegistryView) -> Void) -> [String] {
      var view = RegistryView(layout: layout, settings: RegistrySettings())
      view.reset(RegistrySnapshot(revision: 2, entries: [incarnation]), clock)
      view.apply([.put(worker("a", 5, endpoint: "ipc:///x"))], clock)
      _ = view.beat(id(5), load: .none, atMilliseconds: clock.nowMilliseconds)
      change(&view)
      var later = clock
      later.nowMilliseconds += milliseconds
      let silent = view.takeSilent(later)
      #expect(view.takeSilent(later).isEmpty)
      return silent.values.map(\.name)
    }
    let end: (inout RegistryView) -> Void = { view in
      view.apply(
        RegistryEvents(revision: 9, changes: [.deleted("/grove/workers/ipc:///x", at: 9)]), clock)
    }
    #expect(gone(after: 3_000, end) == ["a"])
    #expect(gone(after: 999, end) == [], "it beat just now")
    #expect(gone(after: 60_000, end) == [], "it beat elsewhere since")
    #expect(gone(after: 3_000) { $0.forget(id(5)) } == [], "it said that it leaves")
    #expect(
      gone(after: 3_000) { $0.apply([.put(worker("b", 8, endpoint: "ipc:///x"))], clock) } == [],
      "another has its place")
  }

  @Test("a load that comes before its worker counts, and one of a worker that beats here does not")
  func loads() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(RegistrySnapshot(revision: 2, entries: [incarnation]), clock)
    func load(_ lanes: Int, _ revision: Int64) -> RegistryEvents.Change {
      let load = WorkerLoad(lanes: lanes, actionsPerSecond: 1)
      return .put(
        RegistryEntry(
          key: "/grove/loads/5",
          value: RegistryJSON.encode(LoadDocument(load: load, coordinator: "one")),
          created: revision, modified: revision, lease: 1))
    }
    view.apply([load(3, 4), .put(worker("a", 5))], clock)
    #expect(view.registry.workers[id(5)]?.lanes == 3)
    #expect(
      view.beat(id(5), load: .init(lanes: 4, actionsPerSecond: 1), atMilliseconds: 10_000) == .known
    )
    view.apply([load(9, 6)], clock)
    #expect(view.registry.workers[id(5)]?.lanes == 4)
    // It beats elsewhere now.
    var later = clock
    later.nowMilliseconds += 3_001
    view.apply([load(8, 7)], later)
    #expect(view.registry.workers[id(5)]?.lanes == 8)
    _ = view.registry.place(.check)
    #expect(view.registry.workers[id(5)]?.lanes == 9)
    later.nowMilliseconds += 3_001
    view.keepOthers(later)
    #expect(view.registry.workers[id(5)]?.lanes == 8)
  }

  @Test("a suspicion lasts until the store has it no longer, or the worker beats here")
  func suspicion() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(RegistrySnapshot(revision: 2, entries: [incarnation, worker("a", 5)]), clock)
    func isSuspect() -> Bool? { view.registry.workers[id(5)]?.isSuspect }
    view.apply([.put(entry("/grove/suspects/5", "{}", 6))], clock)
    #expect(isSuspect() == true)
    view.apply([.deleted("/grove/suspects/5", at: 7)], clock)
    #expect(isSuspect() == false)
    view.apply([.put(entry("/grove/suspects/5", "{}", 8))], clock)
    #expect(view.beat(id(5), load: .none, atMilliseconds: 10_000) == .recovered)
    #expect(isSuspect() == false)
  }

  @Test("a drain counts from when it was asked for, whether it comes before its worker or behind")
  func drain() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(RegistrySnapshot(revision: 2, entries: [incarnation]), clock)
    func drain(_ lease: Int64, asked: Int64, _ within: Int, _ revision: Int64)
      -> RegistryEvents.Change
    {
      .put(
        RegistryEntry(
          key: layout.text(.drain(lease: lease)),
          value: RegistryJSON.encode(
            DrainDocument(askedMilliseconds: asked, withinMilliseconds: within, isEnding: false)),
          created: revision, modified: revision, lease: lease))
    }
    func left(_ number: Int) -> Int? { view.registry.drainLeft(id(number), atMilliseconds: 10_000) }
    // The lease of these workers is called as their revision.
    view.apply([drain(5, asked: 999_000, 3_000, 5), .put(worker("a", 5))], clock)
    view.apply([.put(worker("b", 6)), .put(worker("c", 7))], clock)
    #expect(left(5) == 2_000)
    #expect(left(6) == nil)
    view.apply([drain(6, asked: 990_000, 3_000, 8)], clock)
    #expect(left(6) == 0)
    // A coordinator whose clock goes ahead gives no more time than was asked for.
    view.apply([drain(6, asked: 1_500_000, 3_000, 9)], clock)
    #expect(left(6) == 3_000)
    view.apply([drain(6, asked: .max, 3_000, 10)], clock)
    #expect(left(6) == 3_000)
    // A time that cannot be is none.
    view.apply([drain(6, asked: .min, 3_000, 11), drain(5, asked: .min, .max, 11)], clock)
    #expect(left(6) == 0 && left(5) == 0)
    view.apply([drain(5, asked: .max, .max, 12)], clock)
    #expect(left(5) == 7 * 86_400_000)
    view.apply([drain(6, asked: 1, -1, 12), drain(5, asked: 999_000, 3_000, 13)], clock)
    #expect(left(6) == 0)
    view.apply([.deleted(layout.text(.drain(lease: 6)), at: 14)], clock)
    #expect(left(6) == nil)
    #expect(left(5) == 2_000)
    // Hidden and shown again, it drains still.
    _ = view.show(clock) { _ in false }
    _ = view.show(clock) { _ in true }
    #expect(left(5) == 2_000)
    view.apply([.put(entry(layout.text(.drain(lease: 7)), "{}", 15, lease: 7))], clock)
    #expect(left(7) == nil)
  }

  @Test(
    "a suspicion that the store did not take is forgotten after a life, where the worker beats elsewhere"
  )
  func unwrittenSuspicion() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(
      RegistrySnapshot(revision: 6, entries: [incarnation, worker("a", 5), worker("b", 6)]), clock)
    view.apply([.put(entry("/grove/suspects/6", "{}", 7))], clock)
    #expect(view.registry.report(dead: id(5), atMilliseconds: clock.nowMilliseconds) == .suspected)
    var later = clock
    later.nowMilliseconds += 3_000
    view.keepOthers(later)
    #expect(view.registry.workers[id(5)]?.isSuspect == true)
    later.nowMilliseconds += 1
    view.keepOthers(later)
    #expect(view.registry.workers[id(5)]?.isSuspect == false)
    #expect(view.registry.workers[id(6)]?.isSuspect == true)
  }

  @Test(
    "a suspicion that the store did not take is forgotten, however often loads come from elsewhere")
  func unwrittenSuspicionUnderLoad() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(RegistrySnapshot(revision: 6, entries: [incarnation, worker("a", 5)]), clock)
    #expect(
      view.registry.report(dead: id(5), atMilliseconds: clock.nowMilliseconds) == .suspected)
    var later = clock
    for second in 1...4 {
      later.nowMilliseconds += 1_000
      let load = LoadDocument(
        load: WorkerLoad(lanes: second, actionsPerSecond: 0), coordinator: "elsewhere")
      let key = layout.text(.load(number: 5))
      let revision = Int64(6 + second)
      let entry = RegistryEntry(
        key: key, value: RegistryJSON.encode(load), created: 7, modified: revision, lease: 1)
      view.apply([.put(entry)], later)
      view.keepOthers(later)
      #expect(view.registry.workers[id(5)]?.isSuspect == (second <= 3))
    }
  }

  @Test("a time that cannot be is no age")
  func times() {
    for joined in [Int64.min, -1, .max] {
      var view = RegistryView(layout: layout, settings: RegistrySettings())
      view.reset(RegistrySnapshot(revision: 2, entries: [incarnation]), clock)
      let document = WorkerDocument(worker: .check("a"), joinedMilliseconds: joined)
      view.apply(
        [
          .put(
            RegistryEntry(
              key: "/grove/workers/ipc:///a", value: RegistryJSON.encode(document), created: 5,
              modified: 5, lease: 1))
        ], clock)
      #expect(view.registry.workers.count == 1)
    }
  }

  @Test("a worker that is not trusted is hidden, and shown when it is")
  func trust() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(
      RegistrySnapshot(revision: 6, entries: [incarnation, worker("a", 5), worker("b", 6)]), clock)
    #expect(view.show(clock) { $0.name == "b" }.keys.map(\.number) == [5])
    #expect(names(view) == ["b 6-a"])
    #expect(view.show(clock) { $0.name == "b" }.isEmpty)
    #expect(view.show(clock) { _ in true }.isEmpty)
    #expect(names(view) == ["a 5-a", "b 6-a"])
  }

  @Test("values that cannot be read are left out")
  func garbage() {
    var view = RegistryView(layout: layout, settings: RegistrySettings())
    view.reset(
      RegistrySnapshot(
        revision: 9,
        entries: [
          incarnation, entry("/grove/workers/ipc:///a", "[]", 3), entry("/grove/loads/3", "x", 4),
          entry("/grove/coordinators/4", "", 5), entry("/grove/workers/ipc:///b", "null", 6),
        ]), clock)
    #expect(view.registry.workers.isEmpty && view.loads.isEmpty && view.coordinators.isEmpty)
  }
}
