import Foundation
import IssueReporting
import Pando
import PandoTesting
import Testing

@Suite("How a test with a store ends")
struct EndTests {
  @Test("What was received and not asserted is a failure at the end", arguments: Place.allCases)
  func unreceived(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.search(times: 2)))
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix(
        "The store received 2 unexpected actions by the end of the test:"))
    #expect(text.contains("[0]: 0"))
    #expect(text.contains("[0]: 1"))
  }

  @Test("An effect that still runs is a failure at the end", arguments: Place.allCases)
  func running(_ place: Place) async throws {
    let line: UInt = #line
    let issues = await issues {
      let store = place.makeDesk()
      await store.send(.lookup(.tick)) { $0.lookup?.ticks = 1 }
      await store.send(.lookup(.startTicking))
    }
    #expect(issues.map(\.line) == [line + 4])
    let text = try #require(issues.first?.message)
    #expect(text.hasPrefix("An effect returned for this action is still running."))
    #expect(text.contains("The effect: \"ticker\""))
    #expect(text.contains("Desk.Action.lookup(.startTicking)"))
    #expect(text.contains("on the worker that hosts") == (place == .hosted))
  }

  @Test("An effect of a received action is told of by where it began", arguments: Place.allCases)
  func runningLater(_ place: Place) async throws {
    let clock = TestClock()
    let line: UInt = #line
    let issues = await issues {
      let store = place.makeChain(clock: clock)
      await store.send(.begin)
      await store.receive(.wait)
    }
    #expect(issues.map(\.line) == [line + 3])
    #expect(issues.first?.message.contains("Chain.Action.wait") == true)
  }

  @Test("Finishing waits for every effect", arguments: Place.allCases)
  func finish(_ place: Place) async throws {
    let clock = TestClock()
    let store = place.makeChain(clock: clock)
    let task = await store.send(.pause)
    let advance = Task { await clock.advance(by: .seconds(5)) }
    await store.finish(timeout: .seconds(60))
    await task.finish()
    await advance.value
  }

  @Test("Finishing takes no longer than it may", arguments: Place.allCases)
  func finishTooLate(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      let task = await store.send(.lookup(.startTicking))
      await store.finish(timeout: .milliseconds(20))
      await task.finish(timeout: .milliseconds(20))
      #expect(!task.isCancelled)
      await task.cancel()
      #expect(task.isCancelled)
      await store.finish()
    }
    #expect(texts.count == 2)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix(
        """
        Expected effects to finish, but there are still effects in-flight after 0.02 seconds.

        1 effect still running: "ticker"
        """))
    #expect(
      texts.last?.hasPrefix(
        "Expected task to finish, but it is still in-flight after 0.02 seconds.")
        == true)
  }

  @Test(
    "A wait that ends with the test's task tells of that, and of no time", arguments: Place.allCases
  )
  func cancelledWait(_ place: Place) async {
    let texts = await failures {
      let store = place.makeDesk()
      let task = await store.send(.lookup(.startTicking))
      await Task {
        withUnsafeCurrentTask { unsafe $0?.cancel() }
        await store.finish()
        await task.finish()
      }.value
      await task.cancel()
    }
    #expect(texts.count == 2)
    for text in texts {
      #expect(text.contains("in-flight when the test's task was cancelled."))
      #expect(!text.contains("after"))
    }
  }

  @Test("What was received stands before finishing", arguments: Place.allCases)
  func receivedBeforeFinishing(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.twice))
      await store.finish()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("when it waited for the end of the effects") == true)
  }

  @Test("What is skipped by name is noted, and fails nothing", arguments: Place.allCases)
  func skipping(_ place: Place) async throws {
    let issues = await issues {
      let store = place.makeDesk()
      await store.send(.lookup(.twice))
      await store.skipReceivedActions()
      #expect(store.state.lookup?.ticks == 2)
      await store.send(.lookup(.startTicking))
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(issues.map(\.severity) == [.warning, .warning])
    #expect(issues.first?.message.contains("2 received actions skipped:") == true)
    #expect(issues.last?.message.contains("1 effect skipped:") == true)
    #expect(issues.last?.message.contains("\"ticker\"") == true)
  }

  @Test("What is skipped runs on, and what it sends can be received", arguments: Place.allCases)
  func skippedGoesOn(_ place: Place) async {
    let clock = TestClock()
    let texts = await failures {
      let store = place.makeDesk(clock: clock)
      await store.send(.lookup(.startTicking))
      await store.skipInFlightEffects()
      await store.finish(timeout: .zero)
      await clock.advance(by: .seconds(1))
      await store.receive(\.lookup.tick) { $0.lookup?.ticks = 1 }
      await store.send(.lookup(.typed("a"))) { $0.lookup?.query = "a" }
      await store.receive(\.lookup.found) {
        $0.lookup?.hits = [1]
        $0.total = 1
      }
      await store.finish()
    }
    #expect(texts == [])
  }

  @Test("What was not asserted is told once", arguments: Place.allCases)
  func toldOnce(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      await store.send(.lookup(.typed("a"))) { $0.lookup?.query = "a" }
      await store.send(.lookup(.twice))
      await store.finish()
      await store.send(.lookup(.typed("b"))) { $0.lookup?.query = "b" }
    }
    let text = texts.filter { $0.contains("Not asserted:") }.joined()
    #expect(text.components(separatedBy: ".found(").count == 3)
    #expect(text.components(separatedBy: ".tick").count == 3)
  }

  @Test("Skipping where there is nothing to skip is a failure", arguments: Place.allCases)
  func skippingNothing(_ place: Place) async {
    let texts = await failures {
      let store = place.makeDesk()
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
    }
    #expect(
      texts == [
        "There were no received actions to skip.", "There were no in-flight effects to skip.",
      ])
  }

  @Test("A child that goes takes its effects along", arguments: Place.allCases)
  func childGoes(_ place: Place) async {
    let store = place.makeDesk()
    let ticking = await store.send(.lookup(.startTicking))
    await store.send(.close) { $0.lookup = nil }
    await ticking.finish()
    await store.finish()
  }

  @Test("An effect that never waits holds nobody up")
  func endless() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isOn in
        if !isOn { return .cancel(id: 1) }
        return .run { _ in while !Task.isCancelled { await Task.yield() } }.cancellable(id: 1)
      }
    }
    await store.send(true)
    await store.send(false)
  }

  @Test("An action that does not commit is a failure at the end")
  func uncommitted() async throws {
    let line: UInt = #line
    let issues = await issues {
      let store = makeRelay()
      store.faults.cutOff()
      await store.send(.begin)
    }
    #expect(issues.map(\.line) == [line + 2])
    let text = try #require(issues.first?.message)
    #expect(text.hasPrefix("An action has not committed by the end of the test."))
    #expect(text.contains("faults.heal()"))
  }

  @Test("An action that does not commit is told of once")
  func uncommittedOnce() async {
    let texts = await failures {
      let store = Place.hosted.makeDesk()
      store.faults.cutOff()
      store.timeout = .milliseconds(20)
      await store.send(.lookup(.tick))
      await store.finish(timeout: .milliseconds(20))
    }
    #expect(texts.count == 2)
  }

  @Test("An effect that ignores that it was cancelled is named", arguments: [true, false])
  func ignoresCancellation(isNamed: Bool) async throws {
    let gate = AsyncStream<Never>.makeStream()
    let texts = await failures {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, isOn in
          if !isOn { return .cancel(id: 1) }
          // A task of its own is not cancelled.
          return .run(name: isNamed ? "deaf" : nil) { _ in
            await Task { for await _ in gate.stream {} }.value
          }
          .cancellable(id: 1)
        }
      }
      await store.send(true)
      await store.send(false)
      await store.finish(timeout: .milliseconds(20))
      await store.receive(true, timeout: .milliseconds(20))
      gate.continuation.finish()
      await store.finish()
    }
    #expect(texts.count == 2)
    let name = isNamed ? "\"deaf\"" : "one without a name"
    for text in texts {
      #expect(
        text.contains(
          "1 effect was cancelled and has not ended; it ignores cancellation: \(name)."))
      #expect(!text.contains("hosted"))
    }
  }
}
