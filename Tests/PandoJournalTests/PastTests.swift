import Foundation
import Pando
import Testing

@testable import PandoJournal

/// Looks into the journal of a store that runs, as a status page takes them.
@Suite("The past of a running store")
struct PastTests {
  typealias Group = PastGroup<Stamped.State, Stamped.Action>

  private func store(_ journal: Journal) async throws -> StoreOf<Stamped> {
    try await Store(journal: journal, initialState: Stamped.State()) {
      Stamped()
    } withDependencies: {
      $0.uuid = UUIDGenerator { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
  }

  private func past(_ store: StoreOf<Stamped>, _ commit: UInt64) async throws -> Group {
    let find = try #require(store.findPast)
    return try await find(commit)()
  }

  @Test("has each commit with the states before and behind it", arguments: Place.Kind.allCases)
  func commits(kind: Place.Kind) async throws {
    let place = Place(kind)
    let store = try await store(place.journal.keepingHistory())
    for number in 1...20 { await store.send(.add(number)).finish() }
    for commit in UInt64(1)...20 {
      let group = try await past(store, commit)
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
      let error = await #expect(throws: AnswerFailure.self) { try await past(store, commit) }
      #expect(error?.description.contains("the journal has commits 1 to 20") == true)
    }
    let find = try #require(store.findPast)
    await store.stop()
    await #expect(throws: AnswerFailure.self) { _ = try await find(3) }
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
      let group = try await past(store, commit)
      #expect(group.commits == commit...commit)
      var state = Stamped.State()
      _ = Stamped().body.reduce(into: &state, action: .fill(commit))
      let isRight = group.after.filling == state.filling
      #expect(isRight, "commit \(commit)")
    }
    await store.stop()
  }

  @Test("is read between groups that follow one another, which all become durable")
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
      let group = try await past(store, newest)
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

  @Test("is none in a store without a journal, and in a part of a store")
  func nowhere() async throws {
    let plain = Store(initialState: Stamped.State()) { Stamped() }
    #expect(plain.findPast == nil)
    await plain.stop()
  }

  @Test("says which commits are there, where only the newest are kept")
  func compacted() async throws {
    let place = Place()
    let store = try await store(place.journal)
    for seed in 1...700 { await store.send(.fill(UInt64(seed))).finish() }
    let kept = try await past(store, 700).kept
    #expect(kept.lowerBound > 1 && kept.upperBound == 700)
    let error = await #expect(throws: AnswerFailure.self) { try await past(store, 1) }
    #expect(error?.description.contains("commits \(kept.lowerBound) to 700") == true)
    await store.stop()
  }
}
