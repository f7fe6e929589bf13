import Foundation
import PandoTesting
import Testing

@Suite("Determinism")
struct DeterminismTests {
  private let planted: [Planted.Action] = [.step, .log, .step, .list, .step]

  @Test("features that follow from their state and actions pass")
  func passes() {
    expectDeterministic(
      Counter(), initialState: Counter.State(), actions: [.increment, .later, .twice])
    expectDeterministic(
      Planted(fault: .none), initialState: Planted.State(), actions: planted)
    expectDeterministic(
      Garden(), initialState: Garden.State(),
      actions: [.plant, .sapling(.presented(.watered(3))), .keep])
  }

  @Test(
    "what does not follow from them is named, with its cause",
    arguments: [
      (
        Planted.Fault.clock, "\"entries[0].date\"",
        """
        It looks like a clock. Read the time from "@Dependency(\\.date)" or from a clock of the \
        dependencies, which a test can set; a hosted reducer should be told it by the action, because \
        it may be run again.
        """
      ),
      (
        .chance, "\"entries[0].number\"",
        """
        It looks like chance, or comes from outside of the state, such as from a global variable. Draw \
        random numbers from "@Dependency(\\.withRandomNumberGenerator)", and let an action carry them \
        to a hosted reducer, which may be run again; keep everything else in the state.
        """
      ),
      (
        .order, "\"names\"",
        """
        The parts are the same in another order. A dictionary or a set has another order in every \
        process: sort what comes of it.
        """
      ),
      (
        .counter, "\"entries[0].number\"",
        """
        It counts up from one reduction to the next: something outside of the state counts, such as a \
        global variable. Keep the count in the state.
        """
      ),
      (
        .identity, "\"entries[0].id\"",
        """
        It is an identity that was made anew. Take it from "@Dependency(\\.uuid)", and let an action \
        carry it to a hosted reducer, which may be run again.
        """
      ),
    ])
  func caught(fault: Planted.Fault, field: String, advice: String) async throws {
    let issues = await recordedIssues {
      expectDeterministic(Planted(fault: fault), initialState: Planted.State(), actions: planted)
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(
      text.hasPrefix(
        "\"Planted\" does not do the same for the same state and action: \(field) was "))
    let (index, action) = fault == .order ? (4, ".list") : (2, ".log")
    #expect(text.hasSuffix(" in another, after action \(index):\n\n  \(action)\n\n\(advice)"))
  }

  @Test("what the coding of the state leaves out is named")
  func loss() async {
    let issues = await recordedIssues {
      expectDeterministic(
        Uncrossable(), initialState: Uncrossable.State(), actions: [.settle, .add(3), .settle])
    }
    #expect(
      issues == [
        """
        "Uncrossable" does not get its state back as it was when it was encoded and decoded: \
        "pending" was 3 after action 2, and comes back as 0.

        Let "encode(to:)" and "init(from:)" of the type write and read everything that its reducer \
        reads.
        """
      ])
  }

  @Test("an initial state that is another each time is named as such")
  func beginning() async throws {
    let issues = await recordedIssues {
      expectDeterministic(
        Planted(fault: .none), initialState: Planted.State(steps: .random(in: 0...1_000_000)),
        actions: [.step])
    }
    let text = try #require(issues.first)
    #expect(text.contains("\"steps\" was "))
    #expect(text.contains(" in another, in the initial state, which is made anew for each run."))
  }

  @Test("each run has the files of the test, and keeps its changes to itself")
  func files() async throws {
    let url = URL(fileURLWithPath: "/ledger.json")
    let findings = Ledger.Findings()
    @Shared(.fileStorage(url)) var count = 0
    $count.withLock { $0 = 5 }
    let feature = Ledger(findings: findings)
    expectDeterministic(feature, initialState: Ledger.State(url), actions: [.add, .add])
    try await expectSameHosted(feature, initialState: Ledger.State(url), actions: [.add, .add])
    let report = hostingReport(
      for: feature, initialState: Ledger.State(url), actions: [.add, .add])
    #expect(!"\(report)".isEmpty)
    #expect(findings.all == [5, 6])
    #expect(count == 5)
  }

  @Test("a run leaves the disk as it is")
  func disk() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("pando-ledger-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("5".utf8).write(to: url)
    let findings = Ledger.Findings()
    try await expectSameHosted(
      Ledger(findings: findings), initialState: Ledger.State(url), actions: [.add, .add]
    ) {
      $0.defaultFileStorage = .fileSystem
    }
    #expect(findings.all == [5, 6])
    #expect(try String(contentsOf: url, encoding: .utf8) == "5")
  }

  @Test("identities and random numbers of the dependencies are the same each time")
  func draws() {
    expectDeterministic(Lottery(), initialState: Lottery.State(), actions: [.draw, .draw])
  }

  @Reducer
  struct Lottery {
    struct State: Codable, Equatable, Sendable {
      var numbers: [Int] = []
      var ids: [String] = []
      var times: [Double] = []
    }

    enum Action: Codable, Sendable { case draw }

    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) var date

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.numbers.append(withRandomNumberGenerator { Int.random(in: 0...99, using: &$0) })
        state.ids.append("\(uuid())")
        state.times.append(date.now.timeIntervalSince1970)
        return .none
      }
    }
  }
}
