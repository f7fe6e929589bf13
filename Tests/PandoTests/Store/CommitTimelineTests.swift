import Testing

@testable import Pando

/// A timeline as its reader finds it, with the host in this process.
@Suite("A timeline of commits", .timeLimit(.minutes(15)))
struct CommitTimelineTests {
  @Reducer
  struct Tally {
    struct State: Codable, Equatable, Sendable {
      var count = 0
    }

    enum Action: Codable, Equatable, Sendable {
      case up, later
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .later: return .run { send in await send(.up) }
        }
        return .none
      }
    }
  }

  final class Token: Sendable {}

  @Reducer
  struct Family {
    struct State: Sendable {
      var child: Tally.State?
      var seen = 0
    }

    enum Action: Sendable {
      case open, rewrite, follow, run, hold(Token), child(Tally.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.child = Tally.State()
        case .rewrite: state.child?.count = 100
        case .follow: return .send(.rewrite)
        case .run: return .merge(.run { _ in }, .run { _ in })
        case .hold: break
        case .child: state.seen += 1
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Tally().hosted() }
    }
  }

  private let store = Store(initialState: Family.State()) { Family() }
  private let ring = CommitRing()

  private func labels(_ records: [CommitRecord]) -> [String] {
    records.map { String(caseLabels(of: $0.action).split(separator: ".", maxSplits: 1)[1]) }
  }

  @Test("has nothing of what commits while nobody reads, and does not keep an action")
  func unread() async throws {
    store.send(.open)
    #expect(ring.take().isEmpty)
    store.begin(ring)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      store.send(.hold(token))
    }
    #expect(held != nil)
    #expect(labels(ring.take()) == ["hold(_:)"])
    #expect(held == nil)
    store.end(ring)
    store.send(.open)
    #expect(ring.take().isEmpty)
    await store.stop()
  }

  @Test("tells the child's part and the parents', with effects, in the order of commits")
  func parts() async throws {
    store.begin(ring)
    store.send(.open)
    await store.send(.child(.later)).finish()
    await store.send(.run).finish()
    await store.send(.follow).finish()
    let records = ring.take()
    #expect(
      labels(records) == [
        "open", "child(.later)", "child(.up)", "run", "follow", "rewrite",
      ])
    let first = try #require(records.first).number
    #expect(records.map(\.number) == Array(first..<first + 6))
    #expect(records.map(\.isFollowUp) == [false, false, false, false, false, true])
    #expect(records.map(\.localEffectCount) == [0, 0, 0, 2, 0, 0])
    #expect(records.map(\.parts.count) == [0, 1, 1, 0, 0, 0])
    #expect(records.allSatisfy { $0.parents > .zero && $0.failure == nil })
    #expect(records.map(\.instant) == records.map(\.instant).sorted())
    let later = try #require(records[1].parts.first)
    #expect(later.place == .worker(try #require(store.hostedChildren.first?.worker)))
    #expect(later.effectCount == 1)
    #expect(later.dispatchCount == 1)
    #expect(try #require(later.away) > .zero)
    #expect(try #require(later.waited) >= .zero)
    #expect(later.name.feature.hasSuffix("Tally"))
    await store.stop()
  }

  @Test("tells how often an action was dispatched, as what was speculated was thrown away")
  func squashed() async throws {
    store.send(.open)
    store.begin(ring)
    store.withState { _ in
      // Accepted while the lock is held, so that both are in flight when the first commits.
      store.send(.child(.up))
      store.send(.rewrite)
      store.send(.child(.up))
    }
    let records = ring.take()
    #expect(labels(records) == ["child(.up)", "rewrite", "child(.up)"])
    #expect(records.flatMap(\.parts).map(\.dispatchCount) == [1, 2])
    #expect(store.state.child?.count == 101)
    await store.stop()
  }

  @Test("overwrites the oldest when nobody takes them, and says by numbers what is left out")
  func full() async throws {
    let all = 100_000
    for _ in 0..<all { store.send(.rewrite) }
    store.begin(ring)
    // What was before does not count.
    for _ in 0..<5 { store.send(.rewrite) }
    #expect(ring.take().count == 5)
    for _ in 0..<5 { store.send(.rewrite) }
    #expect(ring.take().count == 5)
    for _ in 0..<all { store.send(.rewrite) }
    let first = ring.take()
    #expect(first.count == CommitRing.recordsAtMost)
    #expect(try #require(first.last).number > UInt64(all / 2))
    #expect(zip(first, first.dropFirst()).allSatisfy { $0.number < $1.number })
    // As many more: by now it is known that they are too many.
    store.send(.rewrite)
    for _ in 0..<all { store.send(.rewrite) }
    let second = ring.take()
    #expect((32...128).contains(second.count))
    // And few again, each of which is told.
    for _ in 0..<2 { store.send(.rewrite) }
    _ = ring.take()
    for _ in 0..<5 { store.send(.rewrite) }
    let numbers = ring.take().map(\.number)
    #expect(numbers.count == 5)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
    await store.stop()
  }

  @Test("is whole for each of two readers")
  func readers() async throws {
    let other = CommitRing()
    store.begin(ring)
    store.begin(other)
    store.send(.open)
    #expect(ring.take().count == 1)
    store.end(ring)
    store.send(.open)
    #expect(labels(other.take()) == ["open", "open"])
    #expect(ring.take().isEmpty)
    store.end(other)
    store.send(.open)
    #expect(other.take().isEmpty)
    await store.stop()
  }

  @Test("has the actions of runs, whose answers commit as they are read")
  func runs() async throws {
    store.send(.open)
    store.begin(ring)
    for _ in 0..<50 { store.send(.child(.up)) }
    await store.send(.child(.up)).finish()
    let records = ring.take()
    #expect(labels(records) == Array(repeating: "child(.up)", count: 51))
    #expect(records.allSatisfy { $0.parts.count == 1 })
    #expect(store.state.child?.count == 51)
    await store.stop()
  }
}
