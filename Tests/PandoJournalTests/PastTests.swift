import Foundation
import Pando
import Testing

@testable import PandoJournal

/// Looks into the journal of a store that runs, as a status page takes them.
@Suite("The past of a running store")
struct PastTests {
  typealias Group = PastGroup<Stamped.State, Stamped.Action>

  private func store(_ journal: Journal?) async throws -> StoreOf<Stamped> {
    try await Store(journal: journal, initialState: Stamped.State()) {
      Stamped()
    } withDependencies: {
      $0.uuid = UUIDGenerator { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
  }

  private func past(_ store: StoreOf<Stamped>, _ commit: UInt64) throws -> Group {
    let find = try #require(store.findPast)
    return try find(commit)
  }

  @Test(
    "has each commit with the states before and behind it",
    arguments: Place.Kind.allCases.filter { $0 != .memory })
  func commits(kind: Place.Kind) async throws {
    let place = Place(kind)
    let store = try await store(place.journal.keepingHistory())
    for number in 1...20 { await store.send(.add(number)).finish() }
    for commit in UInt64(1)...20 {
      let group = try past(store, commit)
      #expect(group.kept == 1...20)
      #expect(group.commits == commit...commit)
      #expect(group.before.count == Int(commit * (commit - 1) / 2))
      #expect(group.after.count == Int(commit * (commit + 1) / 2))
      guard case .add(Int(commit))? = group.actions[0] else {
        Issue.record("\(group.actions)")
        continue
      }
    }
    for commit in [0, 21, UInt64.max] {
      let error = #expect(throws: AnswerFailure.self) { try past(store, commit) }
      #expect(error?.description.contains("the journal has commits 1 to 20") == true)
    }
    await store.stop()
  }

  @Test("is found among many whole states, one of which is damaged")
  func wholeStates() async throws {
    let place = Place()
    var store = try await store(place.journal.keepingHistory())
    // Random bytes that no patch makes small: a whole state comes every few megabytes.
    for seed in 1...700 { await store.send(.fill(UInt64(seed))).finish() }
    try await store.flushed()
    await store.stop()
    let history = try JournalHistory(place.journal)
    let count = try history.storage.wholeStates().count
    history.storage.close()
    try #require(count > 4)
    try place.change(
      "UPDATE snapshots SET body = x'00' WHERE grp = (SELECT DISTINCT grp FROM snapshots ORDER BY grp LIMIT 1 OFFSET 2)"
    )
    store = try await self.store(place.journal.keepingHistory())
    for commit in [1, 100, 300, 399, 400, 401, 700] as [UInt64] {
      let group = try past(store, commit)
      #expect(group.commits == commit...commit)
      var state = Stamped.State()
      _ = Stamped().body.reduce(into: &state, action: .fill(commit))
      let isRight = group.after.filling == state.filling
      #expect(isRight, "commit \(commit)")
    }
    await store.stop()
  }

  @Test("is told to be damaged where it is, which the store goes on to write")
  func damaged() async throws {
    let place = Place()
    let store = try await store(place.journal.keepingHistory())
    for number in 1...9 { await store.send(.add(number)).finish() }
    try await store.flushed()
    try place.rot(5)
    for commit in [4, 5, 9] as [UInt64] {
      #expect(throws: JournalError.self) { try past(store, commit) }
    }
    await store.send(.add(10)).finish()
    try await store.flushed()
    #expect(store.durableVersion == 10)
    await store.stop()
  }

  @Test("is of the store that has the journal, and not of a part of the same types")
  func part() async throws {
    let place = Place()
    let store = try await Store(
      journal: place.journal, initialState: Twig.State(twigs: [Twig.State()])
    ) {
      Twig()
    }
    #expect(store.findPast != nil)
    let part = store.scope(state: \.twigs[0], action: \.twig)
    #expect(part.findPast == nil)
    await store.stop()
  }

  @Test("is read while groups follow one another, which all become durable")
  func busy() async throws {
    let place = Place()
    let store = try await store(place.journal.keepingHistory())
    await store.send(.add(1)).finish()
    let sending = Task {
      var count: UInt64 = 1
      while !Task.isCancelled {
        await store.send(.add(1)).finish()
        count += 1
      }
      return count
    }
    for _ in 0..<50 {
      let newest = store.durableVersion
      let group = try past(store, newest)
      #expect(group.commits.contains(newest) && group.kept.contains(newest))
      #expect(group.after.count == Int(group.commits.upperBound))
      #expect(group.before.count == Int(group.commits.lowerBound) - 1)
    }
    sending.cancel()
    let count = await sending.value
    try await store.flushed()
    #expect(store.durableVersion == count)
    await store.stop()
  }

  @Test("is none in a store without a journal, where all that has committed counts as durable")
  func nowhere() async throws {
    let plain = try await store(nil)
    #expect(plain.findPast == nil)
    await plain.send(.add(1)).finish()
    try await plain.flushed()
    #expect(plain.durableVersion == 1 && plain.state.count == 1)
    await plain.stop()
  }

  @Test("says which commits are there, where only the newest are kept")
  func compacted() async throws {
    let place = Place()
    let store = try await store(place.journal)
    for seed in 1...700 { await store.send(.fill(UInt64(seed))).finish() }
    let kept = try past(store, 700).kept
    #expect(kept.lowerBound > 1 && kept.upperBound == 700)
    let error = #expect(throws: AnswerFailure.self) { try past(store, 1) }
    #expect(error?.description.contains("commits \(kept.lowerBound) to 700") == true)
    await store.stop()
  }
}

/// A part of it has the same types as the whole.
@Reducer
struct Twig {
  struct State: Codable, Equatable, Sendable {
    var length = 1
    var twigs: [State] = []
  }

  indirect enum Action: Codable, Sendable {
    case grow
    case twig(Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.length += 1
      return .none
    }
  }
}
