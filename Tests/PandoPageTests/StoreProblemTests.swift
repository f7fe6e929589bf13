import PandoCluster
import Testing

@testable import Pando
@testable import PandoPage

@Suite("What is wrong with a program's store")
struct StoreProblemTests {
  private func child(
    _ id: UInt64, _ standing: HostedChild.Standing, uncommitted: Int = 1, inFlight: Int = 0
  ) -> HostedChild {
    HostedChild(
      id: id, feature: "App.Tab", identities: ["\(id)"], standing: standing, worker: nil,
      processID: nil, uncommittedCount: uncommitted, inFlightCount: inFlight, window: 4,
      effectCount: 0, placementCount: 0, restartCount: 0, lastProblem: nil)
  }

  /// Looks each second, and returns what is told at last.
  private func problems(
    _ looks: [[HostedChild]], events: [PageDocument.Event] = []
  ) -> [PageDocument.Problem] {
    var problems = StoreProblems()
    var last: [PageDocument.Problem] = []
    for (second, children) in looks.enumerated() {
      last =
        problems.problems(
          workers: [], children: children, events: events,
          atMilliseconds: 10_000_000 + second * 1_000
        ).shown
    }
    return last
  }

  @Test("children that wait are told of once they have waited for a while, as one problem")
  func waiting() throws {
    let two = [child(1, .waiting), child(2, .waiting)]
    #expect(problems(Array(repeating: two, count: 5)) == [])
    let found = problems([[two[0]]] + Array(repeating: two, count: 6))
    let problem = try #require(found.first)
    #expect(found.count == 1 && problem.severity == .critical && problem.subject == "App.Tab")
    #expect(problem.text == "waits for a worker (2 children)")
    #expect(problem.since == 10_000_000, "of the one that has waited longest")
    #expect(problems(Array(repeating: [child(1, .waiting, uncommitted: 0)], count: 9)) == [])
  }

  @Test("children that wait or are full by turns are no problem")
  func turns() {
    #expect(problems((0..<20).map { [child($0, .waiting)] }) == [])
    #expect(problems((0..<20).map { [child($0, .hosted, uncommitted: 9, inFlight: 4)] }) == [])
    let full = Array(repeating: [child(1, .hosted, uncommitted: 9, inFlight: 4)], count: 7)
    #expect(problems(full).map(\.severity) == [.warning])
    #expect(
      problems(Array(repeating: [child(1, .hosted, uncommitted: 4, inFlight: 4)], count: 7)) == [])
  }

  @Test("what cannot be hosted is told at once, with the reason")
  func unhostable() {
    let found = problems([[child(1, .unhostable(reason: "too large"))]])
    #expect(found.map(\.text) == ["is hosted by no worker: too large"])
  }

  @Test("nobody knows what was between two looks that are far apart")
  func gap() {
    var problems = StoreProblems()
    func look(at milliseconds: Int) -> [PageDocument.Problem] {
      problems.problems(
        workers: [], children: [child(1, .waiting)], events: [], atMilliseconds: milliseconds
      ).shown
    }
    _ = look(at: 1_000_000)
    #expect(look(at: 1_006_000) == [])
    #expect(look(at: 1_011_000).map(\.since) == [1_006_000])
  }

  @Test("what happened is told for an hour, each once with the number of times")
  func past() {
    func event(_ number: Int, _ text: String, before milliseconds: Int) -> PageDocument.Event {
      PageDocument.Event(
        number: number, at: 10_000_000 - milliseconds, weight: .loss, subject: "Tab[3]", text: text)
    }
    let found = problems(
      [[]],
      events: [
        event(1, "old", before: 3_600_001), event(2, "was lost", before: 3_000),
        event(3, "is given up", before: 2_000), event(4, "was lost", before: 1_000),
      ])
    #expect(found.map(\.text) == ["was lost", "is given up"])
    #expect(found.map(\.count) == [2, 1])
    #expect(found.allSatisfy { $0.severity == .past })
  }
}
