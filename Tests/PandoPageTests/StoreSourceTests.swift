package import ClusterFeatures
import Foundation
import Testing

@testable import Pando
@testable package import PandoPage

@Suite("What a page shows of a store", .timeLimit(.minutes(2)))
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

extension Shard.State: PageVisible {
  package var pageValues: [PageValue] { [PageValue("count", count)] }
}
