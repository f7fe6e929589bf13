import Counter
import ExampleTestSupport
import PandoTesting
import Testing

@Suite("The counter")
struct CounterTests {
  @Test("counts up and down, and its parent keeps the highest", arguments: Place.allCases)
  func counts(place: Place) async {
    let store = TestStore(initialState: Tally.State(), faults: place.faults) {
      Tally()
    } withDependencies: {
      place.prepare(&$0)
    }
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter.count = 1
      $0.highest = 1
    }
    await store.send(\.counter.decrementButtonTapped) { $0.counter.count = 0 }
    await store.send(\.counter.decrementButtonTapped) { $0.counter.count = -1 }
    await store.finish()
  }

  @Test("does on failing workers what it does in one process, whatever is tapped")
  func same() async throws {
    try await expectSameHosted(
      Tally(), initialState: Tally.State(), programs: 50, length: 1...20
    ) { generator in
      .counter(Bool.random(using: &generator) ? .incrementButtonTapped : .decrementButtonTapped)
    }
  }

  @Test("can be hosted: everything of it crosses to a worker and back")
  func crosses() {
    let report = hostingReport(
      for: Counter(), initialState: Counter.State(),
      actions: [.incrementButtonTapped, .decrementButtonTapped])
    #expect(report.canBeHosted, "\(report)")
  }
}
