import Pando
import PandoCluster
import PandoHosting

/// One run of a program with one guilty of eight children, on worker processes.
struct BlameRun {
  private let plan: BlamePlan
  private let report: Report
  private let watchdog: Watchdog

  init(_ plan: BlamePlan, _ report: Report) {
    self.plan = plan
    self.report = report
    watchdog = Watchdog(seed: plan.seed, report)
  }

  /// Returns what was not as it must be, and how the deaths were told.
  func run(_ footprint: inout Footprint) async -> (violations: [String], tally: BlameTally?) {
    report.say("seed \(plan.seed): \(plan)")
    let before = footprint
    _ = IssueLog.shared.take()
    var violations: [String] = []
    var tally: BlameTally?
    do {
      let engine = makeEngine()
      watchdog.watch(engine)
      let store = Store(engine: engine)
      let events = store.hostingEvents
      let reading = Task { await read(events) }
      let sent = await drive(store, engine)
      let state = store.state
      watchdog.expect("the store stops", within: Bounds.blameSeconds)
      await store.stop()
      let (told, areLate) = await reading.value
      if let sent {
        let check = BlameCheck(plan: plan, state: state, sent: sent, events: told, areLate: areLate)
        violations = check.violations()
        tally = check.tally
      }
    }
    watchdog.expect("everything is released", within: Bounds.blameSeconds)
    violations += await footprint.compare(with: before)
    watchdog.stop()
    for issue in Set(IssueLog.shared.take().map { $0.prefix(200) }) {
      report.say("  report: \(issue)")
    }
    return (violations, tally)
  }

  /// Returns the events, and whether a worker was lost so long behind another that the former is nearly forgotten.
  private func read(_ events: HostingEvents) async -> ([HostingEvent], areLate: Bool) {
    var (read, areLate): ([HostingEvent], Bool) = ([], false)
    var former = ContinuousClock.now
    for await event in events {
      read.append(event)
      guard case .workerLost(let loss) = event else { continue }
      report.say("  lost, as \(loss.cause): \(loss)")
      let now = ContinuousClock.now
      areLate = areLate || now - former > .milliseconds(InterruptionMachine.blameMilliseconds / 2)
      former = now
    }
    return (read, areLate)
  }

  private func makeEngine() -> StoreEngine<Crew.State, Crew.Action> {
    var dependencies = DependencyValues()
    dependencies.hosting = .workers(
      plan.workerCount, silenceMilliseconds: 600_000, placementTimeoutMilliseconds: 600_000)
    let (guilty, milliseconds) = (plan.guilty, plan.effectMilliseconds)
    let isTimed = plan.ending == .timed
    return StoreEngine(
      initialState: { Crew.State(guilty: guilty) },
      reducer: { Crew(effectTimeout: isTimed ? .milliseconds(milliseconds) : nil) },
      dependencies: dependencies, executor: nil)
  }

  /// Lets the program run to its end, and returns how many numbers each child was sent; nil where somebody ended it.
  private func drive(
    _ store: StoreOf<Crew>, _ engine: StoreEngine<Crew.State, Crew.Action>
  ) async -> [Int]? {
    let sending = Task { await sendNumbers(store) }
    defer { sending.cancel() }
    do {
      try await begin(store)
      try await awaitEndOfGuilty(store)
      sending.cancel()
      let sent = await sending.value
      try await awaitEndOfInnocents(store, engine, sent)
      return sent
    } catch {
      return nil
    }
  }

  /// Sends numbers to all, at random, until it is cancelled, and one to each in the end.
  private func sendNumbers(_ store: StoreOf<Crew>) async -> [Int] {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(plan.seed)) &+ 1)
    var sent = Array(repeating: 0, count: BlamePlan.handCount)
    func sendNumber(to id: Int) {
      sent[id] += 1
      send(.count(sent[id]), to: id, store)
    }
    while !Task.isCancelled {
      sendNumber(to: random.number(0...(BlamePlan.handCount - 1)))
      try? await Task.sleep(for: .milliseconds(random.number(0...plan.paceMilliseconds)))
    }
    for id in 0..<BlamePlan.handCount { sendNumber(to: id) }
    return sent
  }

  @discardableResult
  private func send(_ action: Hand.Action, to id: Int, _ store: StoreOf<Crew>) -> StoreTask {
    id == plan.guilty
      ? store.send(.guilty(.element(id: id, action: action)))
      : store.send(.innocents(.element(id: id, action: action)))
  }

  private func begin(_ store: StoreOf<Crew>) async throws {
    for id in plan.beginnings {
      send(.work(plan.jobs[id]), to: id, store)
      try? await Task.sleep(for: .milliseconds(plan.beginningMilliseconds))
    }
  }

  /// Waits until the guilty one was given up or removed, or does no more harm.
  private func awaitEndOfGuilty(_ store: StoreOf<Crew>) async throws {
    let guilty = { store.state.guilty.first }
    let deaths = plan.deaths ?? BlamePlan.mostDeaths
    if plan.ending == .removed {
      try await wait("the guilty effect hangs") { guilty()?.hangs == 1 }
      return await store.send(.remove).finish()
    }
    if plan.ending == .cancelled {
      for death in 1...deaths {
        try await wait("the guilty effect hangs") { guilty()?.hangs == death }
        await send(.stop, to: plan.guilty, store).finish()
      }
    }
    if plan.isEndless {
      try await wait("the guilty child is given up") {
        guilty().map { !$0.failures.isEmpty || $0.ends > 0 } ?? true
      }
    } else {
      try await wait("the guilty effect ends when it does no more harm") {
        guilty().map { $0.ends > 0 } ?? true
      }
    }
  }

  /// Waits until the effects of the others have ended, and what they were sent has committed.
  private func awaitEndOfInnocents(
    _ store: StoreOf<Crew>, _ engine: StoreEngine<Crew.State, Crew.Action>, _ sent: [Int]
  ) async throws {
    try await wait("every number commits") {
      store.state.hands.allSatisfy { $0.last == sent[$0.id] }
    }
    // A suspect is told late; told after it was stopped, it would begin again.
    try await wait("every loss is told") { engine.withState { _ in !engine.awaitsCommit } }
    for id in 0..<BlamePlan.handCount where plan.jobs[id].rounds == nil {
      try await wait("an effect that was lost is started again") {
        store.state.innocents[id: id].map { $0.runs == 1 + $0.losses.count } ?? false
      }
      send(.stop, to: id, store)
    }
    try await wait("the effects of the innocent end") {
      store.state.innocents.allSatisfy { $0.ends > 0 || plan.jobs[$0.id].rounds == nil }
        && store.hostedChildren.allSatisfy { $0.effectCount == 0 }
    }
  }

  private func wait(_ what: String, _ condition: () -> Bool) async throws {
    watchdog.expect(what, within: Bounds.blameSeconds)
    while !condition() {
      if Interruption.isAsked { throw CancellationError() }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
