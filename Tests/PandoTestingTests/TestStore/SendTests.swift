import Pando
import PandoTesting
import Testing

@Suite("What a test sends")
struct SendTests {
  @Test("An action, a case, and a case with its payload are sent alike", arguments: Place.allCases)
  func send(_ place: Place) async {
    let store = place.makeDesk()
    await store.send(.close) { $0.lookup = nil }
    await store.send(\.open) { $0.lookup = Lookup.State() }
    await store.send(\.lookup.tick) { $0.lookup?.ticks = 1 }
    await store.send(\.lookup.found, [1, 2]) {
      $0.lookup?.hits = [1, 2]
      $0.total = 2
    }
    #expect(store.state.total == 2)
  }

  @Test("What the test says of the state must be so", arguments: Place.allCases)
  func mismatch(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.tick)) { $0.lookup?.ticks = 2 }
      // What follows starts from what there is.
      await store.send(.lookup(.tick)) { $0.lookup?.ticks = 2 }
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("A state change does not match expectation:"))
    #expect(text.contains("\u{2212}     ticks: 2"))
    #expect(text.contains("+     ticks: 1"))
  }

  @Test("A change that the test does not mention is a failure", arguments: Place.allCases)
  func unexpectedChange(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.tick))
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("State was not expected to change, but a change occurred:"))
    #expect(text.contains("+     ticks: 1"))
  }

  @Test("A closure that changes nothing is a failure", arguments: Place.allCases)
  func noChange(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.stopTicking)) { $0.lookup?.ticks = 0 }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Expected state to change, but no change occurred.") == true)
  }

  @Test("A closure that throws is a failure")
  func throwing() async {
    struct Refusal: Error {}
    let texts = await failures {
      let store = Place.here.makeDesk()
      await store.send(.lookup(.tick)) { _ in throw Refusal() }
    }
    #expect(texts == ["Threw error: Refusal()\n\nThe closure that asserts the state threw it."])
  }

  @Test("What was received stands before the next action", arguments: Place.allCases)
  func receivedBefore(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.twice))
      await store.send(.lookup(.stopTicking)) { $0.lookup?.ticks = 2 }
      await store.skipReceivedActions()
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("Must handle 2 received actions before sending an action:"))
    #expect(text.contains("Desk.Action.lookup(.tick)"))
    #expect(text.contains("Desk.Action.lookup(.stopTicking)"))
  }

  @Test("The state in a closure is the state before the action")
  func stateBefore() async {
    let store = Place.here.makeDesk()
    await store.send(.lookup(.tick)) {
      #expect(store.state == $0)
      $0.lookup?.ticks = 1
    }
    #expect(store.state.lookup?.ticks == 1)
    store.assert { $0.lookup?.ticks = 1 }
  }

  @Test("An assertion without an action compares the state as it is")
  func assertion() async throws {
    let texts = await failures {
      let store = Place.here.makeDesk()
      store.assert { $0.total = 0 }
      store.assert { $0.total = 1 }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("A state change does not match expectation:") == true)
  }

  @Test("An element that was pushed under the id of one that was popped is asserted by it")
  func pushedAgain() async {
    let store = TestStore(initialState: StackState<Int>([7])) {
      EmptyReducer<StackState<Int>, StackAction<Int, Never>>()
        .forEach(\.self, action: \.self) { EmptyReducer() }
    }
    await store.send(.popFrom(id: 0)) { $0[id: 0] = nil }
    await store.send(.push(id: 0, state: 8)) { $0[id: 0] = 8 }
    await store.send(.push(id: 1, state: 9)) { $0[id: 1] = 9 }
    let texts = await failures { await store.send(.popFrom(id: 1)) { $0[id: 0] = nil } }
    #expect(texts.count == 1)
  }

  @Test("A failure is recorded where the test made the call")
  func location() async {
    let line: UInt = #line
    let issues = await issues {
      let store = Place.here.makeDesk()
      await store.send(.lookup(.tick))
    }
    #expect(issues.map(\.line) == [line + 3])
  }

  @MainActor
  @Test("An actor's test asserts with what the actor guards")
  func onActor() async {
    final class Ledger { var ticks = 0 }
    let ledger = Ledger()
    let store = Place.hosted.makeDesk()
    await store.send(.lookup(.tick)) {
      ledger.ticks += 1
      $0.lookup?.ticks = ledger.ticks
    }
  }
}
