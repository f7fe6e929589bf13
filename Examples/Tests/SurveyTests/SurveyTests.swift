import ExampleTestSupport
import PandoTesting
import Survey
import Testing

@Suite("The survey")
struct SurveyTests {
  @Test("counts in stretches, section by section", arguments: Place.allCases)
  func counts(place: Place) async {
    // A worker process has stretches of the length that programs have: one is enough there.
    let store = TestStore(
      initialState: Survey.State(below: 30, sections: 2), faults: place.faults
    ) {
      Survey()
    } withDependencies: {
      place.prepare(&$0)
    }
    await store.send(\.sections[id: 1].count) {
      $0.sections[id: 1]?.next = 15
      $0.sections[id: 1]?.primes = 6
    }
    await store.send(\.sections[id: 2].count) {
      $0.sections[id: 2]?.next = 30
      $0.sections[id: 2]?.primes = 4
    }
    #expect(store.state.primes == 10)
    #expect(store.state.doneCount == 2)
    await store.finish()
  }

  @Test("goes on by itself until a section is done", arguments: [Place.inPlace, .failing])
  func goesOn(place: Place) async {
    let store = TestStore(
      initialState: Survey.State(below: 20, sections: 1), faults: place.faults
    ) {
      Survey(stretch: 8)
    } withDependencies: {
      place.prepare(&$0)
    }
    await store.send(.start)
    await store.receive(\.sections[id: 1].count) {
      $0.sections[id: 1]?.next = 8
      $0.sections[id: 1]?.primes = 4
    }
    await store.receive(\.sections[id: 1].count) {
      $0.sections[id: 1]?.next = 16
      $0.sections[id: 1]?.primes = 6
    }
    await store.receive(\.sections[id: 1].count) {
      $0.sections[id: 1]?.next = 20
      $0.sections[id: 1]?.primes = 8
    }
    await store.finish()
  }

  @Test(
    "has every number in one section, however many there are",
    arguments: [(0, 3), (1, 3), (10, 3), (10, 10), (10, 11), (12, 4), (13, 4)])
  func sections(limit: Int, count: Int) {
    let sections = Survey.State(below: limit, sections: count).sections
    #expect(sections.flatMap { Array($0.next..<$0.end) } == Array(0..<limit))
    #expect(sections.count <= count)
    #expect(sections.allSatisfy { !$0.isDone })
  }

  @Test("does on failing workers what it does in one process")
  func same() async throws {
    try await expectSameHosted(
      Survey(stretch: 50), initialState: Survey.State(below: 400, sections: 3), programs: 20,
      length: 1...6
    ) { generator in
      .sections(.element(id: .random(in: 1...3, using: &generator), action: .count))
    }
  }

  @Test("can be hosted: everything of a section crosses to a worker and back")
  func crosses() {
    let report = hostingReport(
      for: Section(), initialState: Section.State(id: 1, from: 0, to: 9), actions: [.count])
    #expect(report.canBeHosted, "\(report)")
  }
}
