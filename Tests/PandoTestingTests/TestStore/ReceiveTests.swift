import Pando
import PandoTesting
import Testing

@Suite("What a test receives")
struct ReceiveTests {
  @Test(
    "Actions are received in order, each with the state that it left", arguments: Place.allCases)
  func order(_ place: Place) async {
    let store = place.makeDesk()
    await store.send(.lookup(.search(times: 4)))
    await store.receive(.lookup(.found([0]))) {
      $0.lookup?.hits = [0]
      $0.total = 1
    }
    await store.receive(\.lookup.found) {
      $0.lookup?.hits = [0, 1]
      $0.total = 2
    }
    await store.receive(\.lookup.found, [2]) {
      $0.lookup?.hits = [0, 1, 2]
      $0.total = 3
    }
    await store.receive({ $0 == .lookup(.found([3])) }) {
      $0.lookup?.hits = [0, 1, 2, 3]
      $0.total = 4
    }
  }

  @Test("What a reducer sends at once is received too", arguments: Place.allCases)
  func sends(_ place: Place) async {
    let store = place.makeDesk()
    await store.send(.lookup(.twice))
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 1 }
    await store.receive(\.lookup.tick) { $0.lookup?.ticks = 2 }
  }

  @Test("An effect that waits for a clock of the test goes on with it", arguments: Place.allCases)
  func clock(_ place: Place) async {
    let clock = TestClock()
    let store = place.makeDesk(clock: clock)
    await store.send(.lookup(.startTicking))
    for tick in 1...3 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.lookup.tick) { $0.lookup?.ticks = tick }
    }
    await store.send(.lookup(.stopTicking))
  }

  @Test("Another action than the expected one is a failure", arguments: Place.allCases)
  func unexpected(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.search(times: 2)))
      await store.receive(.lookup(.found([7])))
      await store.receive(\.lookup.tick)
      #expect(store.state.total == 2)
    }
    #expect(texts.count == 2)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("Received unexpected action:"))
    #expect(text.contains("[0]: 7"))
    #expect(text.contains("[0]: 0"))
    #expect(texts.last?.contains("Desk.Action.lookup") == true)
    #expect(texts.last?.contains("an action of the case that the key path names") == true)
  }

  @Test("Where nothing runs, that nothing comes is known at once", arguments: Place.allCases)
  func nothing(_ place: Place) async throws {
    let start = ContinuousClock.now
    let texts = await failures {
      let store = place.makeDesk()
      store.timeout = .seconds(3_600)
      await store.send(.lookup(.stopTicking))
      await store.receive(.lookup(.tick))
    }
    #expect(ContinuousClock.now - start < .seconds(600))
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("Expected to receive an action, but received none."))
    #expect(text.contains("Desk.Action.lookup(.tick)"))
    #expect(text.contains("no effect runs"))
  }

  @Test("Where something runs, that nothing comes is known in time", arguments: Place.allCases)
  func tooLate(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.startTicking))
      await store.receive(\.lookup.tick, timeout: .milliseconds(20))
      await store.skipInFlightEffects()
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(text.hasPrefix("Expected to receive an action, but received none after 0.02 seconds."))
    #expect(text.contains("1 effect still running: \"ticker\""))
    #expect(text.contains("advance the clock"))
  }

  @Test("What was received must change the state as the test says", arguments: Place.allCases)
  func mismatch(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.twice))
      await store.receive(\.lookup.tick) { $0.lookup?.ticks = 5 }
      await store.receive(\.lookup.tick)
    }
    #expect(texts.count == 2)
    #expect(texts.first?.hasPrefix("A state change does not match expectation:") == true)
    #expect(
      texts.last?.hasPrefix("State was not expected to change, but a change occurred:") == true)
  }
}
