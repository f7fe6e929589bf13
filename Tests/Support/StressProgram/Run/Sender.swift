import Pando

/// An action that was cancelled, and when.
struct CancelNote: Sendable {
  let action: Root.Action
  let nanoseconds: UInt64
}

/// The outcome of a sender.
struct SenderOutcome: Sendable {
  var tasks: [(task: StoreTask, ends: Bool)] = []
  var cancelled: [CancelNote] = []
}

/// A task that sends.
struct Sender: Sendable {
  private let store: StoreOf<Root>
  private let steps: [SenderStep]
  private let clock: any Clock<Duration>

  init(
    _ store: StoreOf<Root>, _ steps: [SenderStep], clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.store = store
    self.steps = steps
    self.clock = clock
  }

  func run() async -> SenderOutcome {
    var outcome = SenderOutcome()
    for step in steps {
      guard let task = await send(step) else { continue }
      if let delay = step.cancelAfterMicroseconds {
        if delay > 1_500 { try? await clock.sleep(for: .microseconds(delay - 1_500)) }
        task.cancel()
        outcome.cancelled.append(
          CancelNote(action: step.action, nanoseconds: monotonicNanoseconds()))
      }
      outcome.tasks.append((task, step.ends))
      if step.way == .finish, step.ends { await task.finish() }
      if step.pauseMicroseconds > 0 {
        try? await clock.sleep(for: .microseconds(step.pauseMicroseconds))
      }
    }
    return outcome
  }

  private func send(_ step: SenderStep) async -> StoreTask? {
    switch step.way {
    case .send: store.send(step.action)
    case .ifRoom: try? store.sendIfRoom(step.action)
    case .whenRoom, .finish: await store.sendWhenRoom(step.action)
    }
  }
}
