import IssueReporting
import Pando
import PandoTesting
import Testing

@Suite("How much a test must assert")
struct ExhaustivityTests {
  @Test("With less to assert, what is left out may be anything", arguments: Place.allCases)
  func off(_ place: Place) async {
    let issues = await issues {
      let store = place.makeDesk()
      store.exhaustivity = .off
      await store.send(.lookup(.search(times: 3)))
      await store.send(.lookup(.tick)) { $0.lookup?.ticks = 1 }
      #expect(store.state.total == 3)
      await store.send(.lookup(.search(times: 3)))
      await store.receive(.lookup(.found([2]))) { $0.total = 6 }
      await store.send(.lookup(.startTicking))
    }
    #expect(issues.map(\.message) == [])
  }

  @Test("What is asserted must be so all the same", arguments: Place.allCases)
  func offMismatch(_ place: Place) async throws {
    let texts = await failures {
      let store = place.makeDesk()
      store.exhaustivity = .off
      await store.send(.lookup(.found([1, 2]))) { $0.total = 3 }
      await store.send(.lookup(.search(times: 3)))
      await store.receive(.lookup(.found([7])))
      await store.receive(\.lookup.found, [1]) { $0.total = 5 }
    }
    #expect(texts.count == 3)
    let text = try #require(texts.first)
    #expect(text.contains("\u{2212}   total: 3"))
    #expect(text.contains("+   total: 2"))
    #expect(texts[1].contains("received only others:"))
    #expect(texts[2].contains("+   total: 4"))
  }

  @Test("What is left out can be noted, which fails nothing", arguments: Place.allCases)
  func notes(_ place: Place) async throws {
    let issues = await issues {
      let store = place.makeDesk()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.lookup(.found([1]))) { $0.total = 1 }
      await store.send(.lookup(.found([2])))
      await store.send(.lookup(.search(times: 2)))
      await store.receive(.lookup(.found([1]))) {
        $0.total = 4
        $0.lookup?.hits = [1, 2, 0, 1]
      }
      await store.send(.lookup(.twice))
    }
    #expect(issues.allSatisfy { $0.severity == .warning })
    let texts = issues.map(\.message)
    #expect(texts.count == 4)
    #expect(texts[0].contains("The test does not say everything that changed:"))
    #expect(texts[0].contains("hits"))
    #expect(texts[1].contains("State was not expected to change"))
    #expect(texts[2].contains("1 received action not asserted:"))
    #expect(texts[3].contains("The store received 2 unexpected actions"))
  }

  @Test("Another exhaustivity can count for a while", arguments: Place.allCases)
  func forAWhile(_ place: Place) async {
    let texts = await failures {
      let store = place.makeDesk()
      await store.withExhaustivity(.off) {
        await store.send(.lookup(.tick))
      }
      store.withExhaustivity(.off) {
        #expect(store.exhaustivity == .off)
      }
      #expect(store.exhaustivity == .on)
      await store.send(.lookup(.tick))
    }
    #expect(texts.count == 1)
  }

  @Test("Notes do not fail a real test either")
  func notesOfARealTest() async {
    let store = Place.here.makeDesk()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.lookup(.tick))
  }
}
