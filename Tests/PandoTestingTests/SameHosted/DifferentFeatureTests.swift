import Foundation
import PandoTesting
import Testing

@Suite("A feature that does something else hosted")
struct DifferentFeatureTests {
  private let planted: [Planted.Action] = [.step, .step, .log, .step, .list, .step]

  @Test("passes without a planted fault")
  func none() async throws {
    try await expectSameHosted(
      Planted(fault: .none), initialState: Planted.State(), actions: planted)
  }

  @Test(
    "is caught, with the field and the cause",
    arguments: [
      (Planted.Fault.clock, "\"entries[0].date\"", "It looks like a clock."),
      (.chance, "\"entries[0].number\"", "It looks like chance"),
      (.order, "\"names\"", "The parts are the same in another order."),
      (.counter, "\"entries[0].number\"", "It counts up from one reduction to the next"),
      (.identity, "\"entries[0].id\"", "It is an identity that was made anew."),
    ])
  func caught(fault: Planted.Fault, field: String, cause: String) async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Planted(fault: fault), initialState: Planted.State(), actions: planted,
        schedules: .random(40, seed: 7))
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(text.hasPrefix("\"Planted\" does not do hosted what it does in one process."))
    #expect(text.contains("The state is not the same as in one process. \(field) is "))
    #expect(text.contains("Two runs in one process do not agree on it either"))
    #expect(text.contains(cause))
    // Some orders are equal by chance.
    if fault == .order { return #expect(text.contains("      .list,\n")) }
    #expect(
      text.contains(
        """
            actions: [
              .log,
            ],
            schedules: [HostingSchedule(FaultPlan([:], workers: 2), pace: .settled)])
        """))
  }

  @Test("is caught where its state loses something in its coding, in these words")
  func loss() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Uncrossable(), initialState: Uncrossable.State(),
        actions: [.settle, .add(1), .settle, .add(2), .settle], schedules: .random(5, seed: 7))
    }
    // The lines of a difference are aligned by spaces as wide as a sign.
    let lines = issues.map { $0.replacing("\u{2007}", with: " ") }
    #expect(
      lines == [
        """
        "Uncrossable" does not do hosted what it does in one process.

        The state is not the same as in one process. "pending" is 0, and 2 in one process.

        In one process it is the same in every run. Either its coding does not bring it back as it \
        was, or the reducer reads something that is not in the state, such as a global variable, or \
        draws numbers or identities, and was run again.

        It came with action 1 of 1:

          .add(2)

        The state after it (in one process: \u{2212}, hosted: +):

            Uncrossable.State(
              total: 0,
          \u{2212}   pending: 2
          +   pending: 0
            )

        It was found with 5 action(s) and schedule 1 of .random(5, seed: 7, workers: 2). This is the \
        least that still shows it; write the feature, its first state and the dependencies as in the \
        call that failed:

          try await expectSameHosted(
            Uncrossable(),
            initialState: Uncrossable.State(total: 0, pending: 0),
            actions: [
              .add(2),
            ],
            schedules: [HostingSchedule(FaultPlan([:], workers: 2), pace: .settled)])
        """
      ])
  }

  @Test("is caught where an action does not cross")
  func uncrossable() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Uncrossable(), initialState: Uncrossable.State(),
        actions: [.settle, .call(.init()), .settle], schedules: .random(5, seed: 7))
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(text.contains("An action was not reduced by any worker"))
    #expect(text.contains("cannot be encoded: the type refused it: a closure has no bytes"))
    #expect(text.contains("DifferentFeatureTests.swift"))
    #expect(text.contains("    .call(Callback()),\n    ],"))
  }

  @Test("is caught where only a worker that dies shows it, with that death alone")
  func deaths() async throws {
    let actions = (1...12).flatMap { [.idle, .add($0)] as [Remembering.Action] }
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Remembering(), initialState: Remembering.State(), actions: actions,
        schedules: .random(seed: 7)
      ) {
        $0[Memory.self] = Memory()
      }
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(text.contains("\"total\" is 0, and "))
    #expect(text.contains("The workers failed so:\n  step 1: worker 1 of the test died"))
    let call = try #require(text.split(separator: "actions: ").last)
    #expect(call.count(where: { $0 == "\n" }) == 3, "one action: \(call)")
    #expect(call.contains("FaultPlan([1: .kill], losingEffects: false, workers: 2)"))
  }

  @Test("is caught where its effects send something else")
  func effects() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Remembering(), initialState: Remembering.State(), actions: [.idle, .ask, .idle],
        schedules: .random(40, seed: 7)
      ) {
        $0[Memory.self] = Memory()
      }
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(
      text.contains("Effects did not send the same actions as in one process, after action 1 "))
    #expect(text.contains("\u{2212} .answer(1)\n  + .answer(2)"))
    #expect(text.contains("FaultPlan([1: .kill], losingEffects: false, workers: 2)"))
  }

  @Test("is caught where its hosted reducer draws identities, and is told what to do")
  func draws() async throws {
    expectDeterministic(Labels(), initialState: Labels.State(), actions: [.add, .add])
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Labels(), initialState: Labels.State(), actions: [.add, .add], schedules: .random(seed: 7))
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(text.contains("\"ids[0]\" is "))
    #expect(text.contains("let an action carry it to a hosted reducer, which may be run again."))
  }

  @Test("is caught where its effects never come to rest")
  func restless() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Restless(), initialState: Restless.State(), actions: [.add, .spin, .add],
        schedules: .random(3, seed: 7))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("The effects never come to rest: ") == true)
  }

  @Test("is reported where the check was called")
  func location() async throws {
    let line = #line + 2
    try await withKnownIssue {
      try await expectSameHosted(
        Uncrossable(), initialState: Uncrossable.State(), actions: [.add(1)])
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
    }
  }

  @Test("is told that there is nothing to compare where nothing is hosted")
  func nothingHosted() async throws {
    let issues = try await recordedIssues {
      try await expectSameHosted(
        Unhosted(), initialState: Unhosted.State(), actions: [.apply { $0 }])
    }
    #expect(
      issues == [
        """
        "Unhosted" hosts no feature, and cannot be hosted itself: there is nothing to compare.

        Mark a child of it with ".hosted()", or make its state and its actions "Codable"; \
        "hostingReport(for:)" says what of them is not.
        """
      ])
  }
}

/// A feature whose action is not `Codable`.
@Reducer
struct Unhosted {
  struct State: Equatable, Sendable {}
  enum Action: Sendable { case apply(@Sendable (String) -> String) }

  var body: some ReducerOf<Self> { Reduce { _, _ in .none } }
}

/// A feature whose reducer draws identities.
@Reducer
struct Labels {
  struct State: Codable, Equatable, Sendable { var ids: [UUID] = [] }
  enum Action: Codable, Sendable { case add }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.ids.append(uuid())
      return .none
    }
  }
}
