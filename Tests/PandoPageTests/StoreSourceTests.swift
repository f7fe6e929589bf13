package import ClusterFeatures
import Foundation
import PandoJournal
import Synchronization
import Testing

@testable import Pando
@testable package import PandoPage

@Suite("What a page shows of a store", .timeLimit(.minutes(15)))
struct StoreSourceTests {
  private let store = Store(initialState: Board.State()) {
    Board()
  } withDependencies: {
    $0.hosting = .inProcess
  }

  private func source(_ states: [PageState<Board.State>] = []) -> StoreSource<
    Board.State, Board.Action
  > {
    StoreSource(
      store, states: states,
      process: .init(name: "app", processID: 7, host: "elm", version: "", startedAt: 5))
  }

  private static let shown = PageState<Board.State>(Shard.self) { board, identities in
    board.shards.first { "\($0.id)" == identities.first }
  }

  private func open() async {
    for id in [3, 4] {
      store.send(.add(id))
      await store.send(.shards(.element(id: id, action: .up))).finish()
    }
  }

  @Test("is its children, and which of them tell of their states")
  func children() async throws {
    await open()
    let document = try #require(await source([Self.shown]).document())
    #expect(document.kind == .program)
    #expect(document.process.name == "app")
    let children = try #require(document.children)
    #expect(children.map(\.feature) == ["ClusterFeatures.Shard", "ClusterFeatures.Shard"])
    #expect(children.map(\.identities) == [["3"], ["4"]])
    #expect(children.map(\.standing) == ["hosted", "hosted"])
    #expect(children.map(\.showsState) == [true, true])
    #expect(children.map(\.uncommitted) == [0, 0])
    #expect(try #require(await source().document()?.children).map(\.showsState) == [false, false])
    await store.stop()
  }

  @Test(
    "nothing of a state is shown that its type does not name, and nothing of a type that names nothing"
  )
  func states() async throws {
    await open()
    let ids = store.hostedChildren.map(\.id)
    let shown = source([Self.shown])
    #expect(await shown.values(ofChild: ids[1]) == .shown([PageValue("count", 1)]))
    let hidden = await source().values(ofChild: ids[1])
    #expect(hidden == .hidden(feature: "ClusterFeatures.Shard"))
    store.send(.remove(4))
    #expect(await shown.values(ofChild: ids[1]) == .gone)
    #expect(await shown.values(ofChild: 1 << 60) == .gone)
    await store.stop()
  }

  @Test("a feature is found whose type is private")
  func privateFeature() async throws {
    let store = Store(initialState: Den.State()) {
      Den()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    await store.send(.fox(.bark)).finish()
    let source = StoreSource(
      store, states: [PageState(Fox.self) { den, _ in den.fox }],
      process: .init(name: "app", processID: 7, host: "elm", version: "", startedAt: 5))
    let child = try #require(await source.document()?.children?.first)
    #expect(child.showsState)
    #expect(await source.values(ofChild: child.id) == .shown([PageValue("barks", 1)]))
    await store.stop()
  }

  @Test("is what happens, from when the page is served, in words")
  func events() async throws {
    let source = source()
    let following = Task { await source.follow() }
    let end = ContinuousClock.now + .seconds(30)
    var events: [PageDocument.Event] = []
    var id = 0
    // It may not follow yet when the first are there.
    while events.count < 2, ContinuousClock.now < end {
      id += 1
      store.send(.add(id))
      await store.send(.shards(.element(id: id, action: .up))).finish()
      events = await source.document()?.events ?? []
    }
    let newest = try #require(events.first)
    #expect(newest.number > 1)
    #expect(newest.subject.hasPrefix("ClusterFeatures.Shard["))
    #expect(newest.text.hasPrefix("is hosted by "))
    #expect(newest.weight == .plain)
    await store.stop()
    await following.value
  }

  @Test("is what commits while somebody reads, by cases and the values that a type names")
  func commits() async throws {
    let source = source()
    await open()
    #expect(try #require(await source.document()).commits == [])
    await source.attend(true)
    store.send(.pause(milliseconds: 0))
    await store.send(.shards(.element(id: 3, action: .up))).finish()
    await source.attend(true)
    store.send(.shards(.element(id: 4, action: .beginTicking(file: "/nowhere/secret"))))
    let commits = try #require(await source.document()?.commits)
    #expect(
      commits.prefix(3).map(\.action) == [
        "Action.pause(milliseconds:)", "Action.shards(.element(id:, action: .up))",
        "Action.shards(.element(id:, action: .beginTicking(file:)))",
      ])
    #expect(!String(describing: commits).contains("secret"))
    #expect(commits.prefix(3).map(\.values) == [nil, [], [PageValue("begins", "ticking")]])
    #expect(commits.prefix(3).map { $0.parts.map(\.identities) } == [[], [["3"]], [["4"]]])
    #expect(commits[2].parts.map(\.effects) == [1])
    #expect(commits[1].parts.allSatisfy { $0.worker != nil && $0.dispatches == 1 })
    store.send(.remove(4))
    await source.attend(false)
    let last = try #require(await source.document()?.commits)
    store.send(.pause(milliseconds: 0))
    #expect(await source.document()?.commits == last)
    await store.stop()
  }

  @Test("has the last commits alone, of as many as there may be")
  func manyCommits() async throws {
    let source = source()
    await source.attend(true)
    for round in 0..<3 {
      for _ in 0..<CommitChronicle.commitsAtMost { store.send(.pause(milliseconds: 0)) }
      let commits = try #require(await source.document()?.commits)
      #expect(commits.count <= CommitChronicle.commitsAtMost)
      #expect(try #require(commits.last).number > UInt64(round) * 256)
    }
    #expect(await source.document()?.commits?.count == CommitChronicle.commitsAtMost)
    await store.stop()
  }

  @Test("is nothing once the store has gone, which the page does not keep")
  func gone() async {
    var store: Store? = Store(initialState: Board.State()) { Board() }
    let source = store.map {
      StoreSource(
        $0, states: [],
        process: .init(name: "app", processID: 7, host: "elm", version: "", startedAt: 5))
    }
    #expect(await source?.document() != nil)
    store = nil
    #expect(await source?.document() == nil)
  }

  @Test("is shown again once a thread can be started for a look")
  func noThread() async throws {
    await open()
    let shortage = ThreadShortage()
    let source = StoreSource(
      store, states: [Self.shown],
      process: .init(name: "app", processID: 7, host: "elm", version: "", startedAt: 5),
      start: { shortage.start($0) })
    let child = store.hostedChildren.map(\.id)[0]
    let following = Task { await source.follow() }
    await source.attend(true)
    #expect(await source.document() == nil)
    #expect(await source.values(ofChild: child) == .unseen)
    shortage.end()
    #expect(await source.document()?.children?.count == 2)
    #expect(await source.values(ofChild: child) == .shown([PageValue("count", 1)]))
    await source.attend(true)
    let end = ContinuousClock.now + .seconds(30)
    var events: [PageDocument.Event] = []
    var id = 10
    while events.isEmpty, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
      id += 1
      store.send(.add(id))
      await store.send(.shards(.element(id: id, action: .up))).finish()
      events = await source.document()?.events ?? []
    }
    #expect(!events.isEmpty)
    #expect(await source.document()?.commits?.isEmpty == false)
    await store.stop()
    await following.value
  }

  @Test("has the commits of its journal, and of the states around them what their types name")
  func past() async throws {
    let path = NSTemporaryDirectory() + "pando-page-\(UUID().uuidString).journal"
    defer { for end in ["", "-wal", "-shm", ".lock"] { unlink(path + end) } }
    let store = try await Store(journal: .file(path), initialState: Den.State()) {
      Den()
    } withDependencies: {
      $0.hosting = .inProcess
    }
    for _ in 0..<3 { await store.send(.fox(.bark)).finish() }
    let process = PageDocument.Process(
      name: "app", processID: 7, host: "elm", version: "", startedAt: 5)
    let shown = StoreSource(
      store, states: [PageState(Fox.self) { den, _ in den.fox }], process: process)
    #expect(try #require(await shown.document()).lastCommit == 3)
    let past = try await shown.past(2)
    #expect((past.first...past.last) == 1...3)
    #expect((past.from...past.to).contains(2))
    #expect(past.actions.allSatisfy { $0.action == "Action.fox(.bark)" && $0.values == nil })
    let barks = PagePast.Row(
      name: past.rows.first?.name ?? "", before: "\(past.from - 1)", after: "\(past.to)")
    #expect(past.rows == [barks])
    #expect(barks.name.hasSuffix("Fox: barks"))
    // Nothing is shown that no type names.
    let hidden = try await StoreSource(store, states: [], process: process).past(2)
    #expect(hidden.rows == [] && hidden.actions == past.actions)
    for commit in [0, 4] as [UInt64] {
      let refusal = await #expect(throws: PageRefusal.self) { try await shown.past(commit) }
      #expect(refusal?.status == 404)
      #expect(refusal?.text.contains("the journal has commits 1 to 3") == true)
    }
    let starved = StoreSource(store, states: [], process: process) { _ in false }
    await #expect(throws: OwnThread.refusal) { try await starved.past(2) }
    await store.stop()
    #expect(try await shown.past(2).actions == past.actions)
    await #expect(throws: PageRefusal.noPast) { try await source().past(1) }
    #expect(try #require(await source().document()).lastCommit == nil)
  }

  @Test("values that come and go stand beside those that stay")
  func pastRows() {
    let rows = PagePast.rows(
      [PageValue("a", 1), PageValue("gone", 2)], [PageValue("new", 3), PageValue("a", 4)])
    #expect(
      rows == [
        .init(name: "new", before: nil, after: "3"), .init(name: "a", before: "1", after: "4"),
        .init(name: "gone", before: "2", after: nil),
      ])
  }

  @Test("is remembered while a reducer runs, whose store nobody waits for")
  func remember() async throws {
    let gate = Gate()
    let store = Store(initialState: Gate.State()) { gate }
    let source = StoreSource(
      store, states: [],
      process: .init(name: "app", processID: 7, host: "elm", version: "", startedAt: 5))
    Thread.detachNewThread { store.send(.enter) }
    while gate.stage.withLock({ $0 }) == .outside { try await Task.sleep(for: .milliseconds(1)) }
    await source.remember()
    #expect(gate.stage.withLock { $0 } == .inside)
    gate.stage.withLock { $0 = .left }
    let points = try #require(await source.document()).history.points
    #expect(points.count == 1)
    #expect(try #require(points.first?.residentBytes) > 0)
    await store.stop()
  }

  @Test("losses and quarantines weigh, and a long value is cut")
  func words() throws {
    let chronicle = HostingChronicle()
    let name = HostedChildName(id: 1, feature: "App.Tab", identities: ["3"])
    chronicle.note(.quarantined(name, action: "tab(.parse)"), atMilliseconds: 1)
    chronicle.note(
      .actionFailed([name], action: "tab(.parse)", reason: .crashed(deaths: 3)), atMilliseconds: 2)
    chronicle.note(.missed(count: 4), atMilliseconds: 3)
    #expect(chronicle.events.map(\.weight) == [.warning, .loss, .warning])
    #expect(chronicle.events.map(\.subject) == ["App.Tab[3]", "App.Tab[3]", "The page"])
    #expect(chronicle.events[0].text.contains("tab(.parse)"))
    #expect(chronicle.events[1].text.contains("3 workers ended"))
    for _ in 0..<300 { chronicle.note(.workerDraining(worker: "w"), atMilliseconds: 4) }
    #expect(chronicle.events.count == HostingChronicle.eventsAtMost)
    #expect(chronicle.events.last?.number == 303)
    let value = PageValue("text", String(repeating: "x", count: 5_000))
    #expect(value.text.count == PageValue.charactersAtMost + 3)
  }
}

@Reducer
private struct Fox {
  struct State: Codable, Equatable, Sendable, PageVisible {
    var barks = 0
    var pageValues: [PageValue] { [PageValue("barks", barks)] }
  }
  enum Action: Codable, Sendable { case bark }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.barks += 1
      return .none
    }
  }
}

/// A reducer that runs until it is let out, or ten seconds have passed.
@Reducer
private struct Gate {
  struct State: Sendable {}
  enum Action: Sendable { case enter }
  enum Stage { case outside, inside, left }

  final class Lock: Sendable {
    private let stage = Mutex(Stage.outside)
    func withLock<Value: Sendable>(_ body: (inout sending Stage) -> sending Value) -> Value {
      stage.withLock(body)
    }
  }

  let stage = Lock()

  var body: some ReducerOf<Self> {
    Reduce { [stage] _, _ in
      stage.withLock { $0 = .inside }
      let end = ContinuousClock.now + .seconds(10)
      while stage.withLock({ $0 }) == .inside, ContinuousClock.now < end { usleep(1_000) }
      stage.withLock { $0 = .left }
      return .none
    }
  }
}

@Reducer
private struct Den {
  struct State: Codable, Sendable { var fox = Fox.State() }
  enum Action: Codable, Sendable { case fox(Fox.Action) }

  var body: some ReducerOf<Self> {
    Scope(state: \.fox, action: \.fox) { Fox().hosted() }
  }
}

extension Shard.Action: PageVisible {
  package var pageValues: [PageValue] {
    if case .beginTicking = self { [PageValue("begins", "ticking")] } else { [] }
  }
}

extension Shard.State: PageVisible {
  package var pageValues: [PageValue] { [PageValue("count", count)] }
}
