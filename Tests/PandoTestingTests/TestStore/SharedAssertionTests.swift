import IssueReporting
import Pando
import PandoTesting
import Testing

@Suite("What a test says of shared values", .timeLimit(.minutes(15)))
struct SharedAssertionTests {
  private func row(_ id: Int, _ action: TallyRow.Action) -> Tally.Action {
    .row(.element(id: id, action: action))
  }

  @Test("A change of a shared value is asserted like one of the state", arguments: Place.allCases)
  func sent(_ place: Place) async {
    let store = place.makeTally()
    await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 1 } }
    await store.send(row(1, .up)) { $0.rows[id: 0]?.$count.withLock { $0 = 2 } }
    await store.send(row(1, .tap)) { $0.rows[id: 1]?.taps = 1 }
    await store.send(.rename("aspens")) { $0.$board.title.withLock { $0 = "aspens" } }
    #expect(store.state.board == Tally.Board(title: "aspens", count: 2))
  }

  @Test("What the closure changes is changed nowhere else", arguments: Place.allCases)
  func closure(_ place: Place) async {
    let board = Shared(value: Tally.Board())
    let store = place.makeTally(board)
    await store.send(row(0, .up)) {
      #expect(store.state == $0)
      #expect($0.board.count == 0 && $0.rows[id: 1]?.count == 0)
      $0.$board.withLock { $0.count += 1 }
    }
    #expect(board.count.wrappedValue == 1)
  }

  @Test("A change that the test does not mention is a failure", arguments: Place.allCases)
  func unexpected(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeTally()
      await store.send(row(0, .up))
      // What follows starts from what there is.
      await store.send(row(0, .look))
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix(
        """
        State was not expected to change, but a change occurred:

          \u{2007} Tally.State(
          \u{2007}   _board: Tally.Board(
          \u{2007}     title: "none",
          \u{2212}     count: 0,
          +     count: 1,
          \u{2007}     best: nil
          \u{2007}   ),
        """))
    #expect(text.contains("\u{2007}   \u{2026} (2 unchanged)\n  \u{2007} )\n\n(Expected"))
    #expect(
      text.hasSuffix(
        "changed in a shared value before the action is asserted with \"store.assert { ... }\"."))
  }

  @Test("Another value than that of the test is a failure", arguments: Place.allCases)
  func mismatch(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeTally()
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 5 } }
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 2 } }
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("A state change does not match expectation:"))
    #expect(text.contains("\u{2212}     count: 5"))
    #expect(text.contains("+     count: 1"))
    #expect(text.hasSuffix("(Expected: \u{2212}, Actual: +)"))
  }

  @Test("A change that did not come is a failure", arguments: Place.allCases)
  func missing(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeTally()
      await store.send(row(0, .look)) { $0.$board.withLock { $0.count = 1 } }
      await store.send(row(0, .look)) { $0.$board.withLock { $0.count = 0 } }
    }
    #expect(texts.count == 2)
    #expect(texts.first?.contains("\u{2212}     count: 1") == true)
    #expect(texts.first?.contains("+     count: 0") == true)
    #expect(texts.last?.hasPrefix("Expected state to change, but no change occurred.") == true)
  }

  @Test("Each received action has the values of its time", arguments: Place.allCases)
  func received(_ place: Place) async {
    let store = place.makeTally()
    await store.send(row(0, .upTwice)) { $0.$board.withLock { $0.count = 1 } }
    // All three have committed by now.
    await store.receive(row(0, .up)) { $0.$board.withLock { $0.count = 2 } }
    await store.receive(row(0, .up)) { $0.$board.withLock { $0.count = 3 } }
    await store.send(row(1, .upLater))
    await store.receive(\.row) { $0.$board.withLock { $0.count = 4 } }
  }

  @Test("A received change that the test does not mention is a failure", arguments: Place.allCases)
  func receivedUnexpected(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeTally()
      await store.send(row(0, .upTwice)) { $0.$board.withLock { $0.count = 1 } }
      await store.receive(row(0, .up))
      await store.receive(row(0, .up)) { $0.$board.withLock { $0.count = 4 } }
    }
    #expect(texts.count == 2)
    #expect(texts.first?.contains("\u{2212}     count: 1") == true)
    #expect(texts.first?.contains("+     count: 2") == true)
    #expect(texts.last?.contains("\u{2212}     count: 4") == true)
    #expect(texts.last?.contains("+     count: 3") == true)
  }

  @Test("What was passed over is asserted", arguments: Place.allCases)
  func passedOver(_ place: Place) async {
    let texts = await failures {
      let store = place.makeTally()
      await store.send(row(0, .upTwice)) { $0.$board.withLock { $0.count = 1 } }
      await store.receive(.told)
      await store.receive(row(0, .up)) { $0.$board.withLock { $0.count = 3 } }
      await store.send(row(0, .upTwice)) { $0.$board.withLock { $0.count = 4 } }
      await store.skipReceivedActions()
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 7 } }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Received unexpected action:") == true)
  }

  @Test("What an effect changes is asserted without an action", arguments: Place.allCases)
  func effect(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeTally()
      await store.send(.renameInEffect("birches"))
      store.assert { $0.$board.withLock { $0.title = "birches" } }
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 1 } }
      await store.send(.renameInEffect("oaks"))
      store.assert { $0.$board.withLock { $0.title = "elms" } }
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("A state change does not match expectation:"))
    #expect(text.contains("\u{2212}     title: \"elms\""))
    #expect(text.contains("+     title: \"oaks\""))
  }

  @Test("What somebody else changes is asserted without an action", arguments: Place.allCases)
  func outsider(_ place: Place) async {
    let board = Shared(value: Tally.Board())
    let store = place.makeTally(board)
    await Task.detached { board.title.withLock { $0 = "birches" } }.value
    store.assert { $0.$board.withLock { $0.title = "birches" } }
    await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 1 } }
  }

  @Test("An effect's change is asserted before what it sent, or with it", arguments: Place.allCases)
  func effectThenAction(_ place: Place) async {
    let store = place.makeTally()
    await store.send(.renameAndTell("birches"))
    store.assert { $0.$board.withLock { $0.title = "birches" } }
    await store.receive(.told) { $0.$board.withLock { $0.count = 10 } }
    await store.send(.renameAndTell("oaks"))
    await store.receive(.told) { $0.$board.withLock { $0 = Tally.Board(title: "oaks", count: 20) } }
  }

  @Test("What nobody asserted is a failure at the end", arguments: Place.allCases)
  func end(_ place: Place) async throws {
    let line: UInt = #line
    let issues = await issues {
      let store = place.makeTally()
      await store.send(.renameInEffect("birches"))
    }
    #expect(issues.map(\.line) == [line + 2])
    let text = try #require(issues.first?.message)
    #expect(text.hasPrefix("A shared value changed, and the test has not asserted it:"))
    #expect(text.contains("+     title: \"birches\""))
    #expect(text.contains("store.assert { $0.$value.withLock { $0 = ... } }"))
  }

  @Test("A test with shared values that passes without failures passes under every seed")
  func faults() async {
    for seed in UInt64(0)..<20 {
      let store = Place.hosted.makeTally(faults: .random(seed: seed))
      for round in 1...5 {
        await store.send(row(0, .upTwice)) { $0.$board.withLock { $0.count += 1 } }
        await store.receive(row(0, .up)) { $0.$board.withLock { $0.count += 1 } }
        await store.receive(row(0, .up)) { $0.$board.withLock { $0.count += 1 } }
        await store.send(row(1, .up)) { $0.$board.withLock { $0.count = round * 4 } }
      }
    }
  }

  @Test("A test that need not assert everything asserts what it says", arguments: Place.allCases)
  func notExhaustive(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeTally()
      store.exhaustivity = .off
      await store.send(row(0, .up))
      await store.send(.renameInEffect("birches"))
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 2 } }
      store.assert { $0.$board.withLock { $0.title = "birches" } }
      await store.send(row(0, .upTwice))
      await store.receive(row(0, .up)) { $0.$board.withLock { $0.count = 4 } }
      await store.skipReceivedActions()
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 7 } }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\u{2212}     count: 7") == true)
    #expect(texts.first?.contains("+     count: 6") == true)
  }

  @Test("What is left out is noted where that is wished", arguments: Place.allCases)
  func notes(_ place: Place) async throws {
    let issues = await issues {
      let store = place.makeTally()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(row(0, .up))
      await store.send(.renameInEffect("birches"))
      await store.send(row(0, .up)) { $0.$board.withLock { $0.count = 2 } }
      await store.send(.renameInEffect("oaks"))
    }
    try #require(issues.map(\.severity) == [.warning, .warning, .warning])
    #expect(issues[0].message.contains("State was not expected to change, but a change occurred:"))
    #expect(issues[1].message.contains("The test does not say everything that changed:"))
    #expect(issues[1].message.contains("+     title: \"birches\""))
    #expect(issues[2].message.contains("A shared value changed"))
  }
}
