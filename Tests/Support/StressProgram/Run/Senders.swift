import Pando

/// Everybody who sends in a run.
struct Senders: Sendable {
  private let store: StoreOf<Root>
  private let programs: [[SenderStep]]
  private let clock: any Clock<Duration>

  init(_ plan: Plan, _ store: StoreOf<Root>, clock: any Clock<Duration> = ContinuousClock()) {
    self.store = store
    self.clock = clock
    programs = (0..<plan.senderCount).map { number in
      var program = SenderPlan(plan, sender: number)
      return program.steps()
    }
  }

  /// Returns when every sender has sent.
  func run() async -> [SenderOutcome] {
    await withTaskGroup(of: SenderOutcome.self) { group in
      for steps in programs {
        group.addTask { [store, clock] in await Sender(store, steps, clock: clock).run() }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Returns when everything that was accepted has committed or failed, with its effects.
  func finish(_ outcomes: [SenderOutcome]) async {
    // What commits last has everything before it; then the effects that do not end by themselves.
    let tasks = outcomes.flatMap(\.tasks)
    for item in tasks where item.ends { await item.task.finish() }
    for item in tasks where !item.ends { item.task.cancel() }
    for item in tasks where !item.ends { await item.task.finish() }
    await store.send(.change(.clear, id: 1)).finish()
    await store.send(.always(.work(Work(id: 2)))).finish()
  }
}
