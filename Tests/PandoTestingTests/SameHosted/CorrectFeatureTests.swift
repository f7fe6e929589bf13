import Testing

@testable import PandoTesting

@Suite("A feature that does the same hosted")
struct CorrectFeatureTests {
  /// An action for any tree or sapling, some of which are not there.
  private func gardenAction(_ generator: inout SeededGenerator) -> Garden.Action {
    let id = Int.random(in: 0...2, using: &generator)
    switch Int.random(in: 0...14, using: &generator) {
    case 0, 1: return .plant
    case 2: return .keep
    case 3: return .sapling(.presented(.fell))
    case 4...7: return .sapling(.presented(.grow))
    case 8: return .sapling(.presented(.wait))
    case 9, 10: return .prune
    case 11: return .trees(.element(id: id, action: .wait))
    case 12: return .trees(.element(id: id, action: .watered(2)))
    default: return .trees(.element(id: id, action: .grow))
    }
  }

  @Test("passes with actions that are given")
  func given() async throws {
    try await expectSameHosted(
      Counter(), initialState: Counter.State(),
      actions: [.increment, .later, .twice, .later, .decrement, .increment],
      schedules: .random(seed: 1))
  }

  @Test("passes with random actions of those that can be listed")
  func listed() async throws {
    try await expectSameHosted(Counter(), initialState: Counter.State(), seed: 3)
  }

  @Test("passes with random actions of a generator")
  func generated() async throws {
    try await expectSameHosted(Counter(), initialState: Counter.State(), programs: 40) {
      generator in
      generator.chance(oneIn: 3) ? .later : .twice
    }
  }

  @Test("passes with hosted children that come, go, dismiss themselves, share and are rewritten")
  func children() async throws {
    try await expectSameHosted(
      Garden(), initialState: Garden.State(), programs: 150, action: gardenAction)
  }

  @Test("passes with more actions at once than a window has room for")
  func window() async throws {
    try await expectSameHosted(
      Counter(), initialState: Counter.State(),
      actions: Array(repeating: .increment, count: 1_200),
      schedules: [HostingSchedule(FaultPlan([9: .kill], workers: 2), pace: .ahead(jobs: 0))])
  }

  @Test("really runs on workers, which really fail")
  func faults() {
    let feature = CheckedFeature(
      { Garden() }, { Garden.State() }, timeStep: .seconds(1), prepareDependencies: { _ in })
    let schedule = HostingSchedule(
      FaultPlan([2: .delay(steps: 1), 4: .cutOff(steps: 2), 7: .kill], workers: 2))
    let actions: [Garden.Action] =
      [.plant] + Array(repeating: .sapling(.presented(.grow)), count: 4)
    let record = ProgramRun(feature).run(actions, .hosted(schedule))
    #expect(record.commits.last?.state.sapling?.height == 4)
    #expect(record.faultEvents.count == 3)
    #expect(record.faultEvents.last?.hasSuffix("died") == true)
  }

  @Test("loses effects with a worker only where the plan says so", arguments: [true, false])
  func lostEffects(mayLose: Bool) {
    // The effect sleeps until all actions were sent.
    let feature = CheckedFeature(
      hosting: { Counter() }, { Counter.State() }, timeStep: .zero, prepareDependencies: { _ in },
      at: OperatorLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    let deaths = Dictionary(uniqueKeysWithValues: (3...30).map { ($0, HostingFault.kill) })
    let schedule = HostingSchedule(FaultPlan(deaths, losingEffects: mayLose, workers: 2))
    let actions = [.later] + Array(repeating: Counter.Action.increment, count: 4)
    let record = ProgramRun(feature).run(actions, .hosted(schedule))
    #expect(record.commits.last?.state.count == 4)
    #expect(record.commits.last?.state.echoes == (mayLose ? 0 : 1))
    #expect(record.faultEvents.contains { $0.hasSuffix("died") } == mayLose)
  }

  @Test("is run twice alike, whatever fails")
  func repeats() {
    let feature = CheckedFeature(
      { Garden() }, { Garden.State() }, timeStep: .seconds(1), prepareDependencies: { _ in })
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let actions = (0..<20).map { _ in gardenAction(&generator) }
      let schedule = HostingSchedule(RandomFaults(seed: seed, workers: 3))
      let (first, second) = (
        ProgramRun(feature).run(actions, .hosted(schedule)),
        ProgramRun(feature).run(actions, .hosted(schedule))
      )
      #expect(first.faultEvents == second.faultEvents)
      #expect(first.commits.map(\.text) == second.commits.map(\.text))
    }
  }

  @Test("is run from the main actor as from anywhere") @MainActor
  func mainActor() async throws {
    try await expectSameHosted(
      Counter(), initialState: Counter.State(), actions: [.later, .twice, .increment])
  }

  @Test("ends between two runs when its task is cancelled")
  func cancellation() async {
    let task = Task {
      try await expectSameHosted(
        Counter(), initialState: Counter.State(), programs: 1_000_000, seed: 1)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("ends after the time that it is given")
  func limit() async throws {
    try await expectSameHosted(
      Counter(), initialState: Counter.State(), programs: 1_000_000, limit: .milliseconds(50))
  }
}
