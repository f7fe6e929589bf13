import Pando

/// A hosted child: it counts, remembers all that it saw, and does what its actions say.
@Reducer
struct Item {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    /// Unique among all children of a run.
    var life: Int
    var sum = 0
    /// Grows out of every action.
    var trace: UInt64 = 1
    var interruptions = 0
    var failures = 0
    /// The number of actions that came from effects of another life.
    var strayCount = 0
    var ballast: [UInt64] = []

    init(id: Int, life: Int, ballastWords: Int) {
      self.id = id
      self.life = life
      ballast = Array(repeating: UInt64(bitPattern: Int64(life)), count: ballastWords)
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case work(Work)
    case said(Said)
    case interrupted
    /// Sent in place of an action that no worker could reduce.
    case failed(work: Int)
  }

  @Dependency(\.continuousClock) var clock

  enum CancelID: Codable, Hashable, Sendable {
    case effect(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .work(let work):
        Burden.carry(work)
        state.take(work)
        return Role.isReplaying ? .none : effects(of: work, life: state.life)
      case .said(let said):
        if said.life != state.life { state.strayCount += 1 }
        state.trace = Digest.mix(state.trace, UInt64(bitPattern: Int64(said.work)) &+ said.token)
      case .interrupted:
        state.interruptions += 1
        state.trace = Digest.mix(state.trace, 3)
        if Role.isReplaying { return .none }
        return .run(
          name: "after an interruption",
          operation: saying(
            work: -1 - Int(state.trace >> 2), effect: 0, count: 1,
            pauseMicroseconds: 0, life: state.life, clock: clock))
      case .failed(let work):
        state.failures += 1
        state.trace = Digest.mix(state.trace, UInt64(bitPattern: Int64(work)))
      }
      return .none
    }
  }

  private func effects(of work: Work, life: Int) -> Effect<Action> {
    var effects: [Effect<Action>] = work.sends.map { .send(.work($0)) }
    if let id = work.cancels { effects.append(.cancel(id: CancelID.effect(id))) }
    for (index, plan) in work.effects.enumerated() {
      switch plan {
      case .sends(let count, let pause, let cancelID, let cancelInFlight):
        let effect = Effect<Action>.run(
          operation: saying(
            work: work.id, effect: index, count: count, pauseMicroseconds: pause, life: life,
            clock: clock))
        effects.append(
          cancelID.map {
            effect.cancellable(id: CancelID.effect($0), cancelInFlight: cancelInFlight)
          } ?? effect)
      case .endless(let cancelID):
        let effect = Effect<Action>.run { [clock] _ in
          Journal.shared.noteStart(work: work.id, effect: index)
          try await clock.sleep(for: .seconds(1_000_000))
        }
        effects.append(
          cancelID.map { effect.cancellable(id: CancelID.effect($0)) } ?? effect)
      }
    }
    return .merge(effects)
  }
}

/// The work of an effect that sends actions, and notes when each send returned.
func saying(
  work: Int, effect: Int, count: Int, pauseMicroseconds: Int, life: Int,
  clock: any Clock<Duration>
) -> @Sendable (Send<Item.Action>) async throws -> Void {
  { send in
    let token = Journal.shared.noteStart(work: work, effect: effect)
    for number in 0..<count {
      if pauseMicroseconds > 0 { try await clock.sleep(for: .microseconds(pauseMicroseconds)) }
      await send(
        .said(Said(work: work, effect: effect, number: number, life: life, token: token)))
      // One that was cancelled meanwhile need not have committed.
      if Task.isCancelled { return }
      Journal.shared.noteReturn(work: work, effect: effect, number: number)
    }
  }
}

extension Item.State {
  fileprivate mutating func take(_ work: Work) {
    sum &+= work.value
    trace = Digest.mix(trace, UInt64(bitPattern: Int64(work.id)))
    guard !ballast.isEmpty else { return }
    for index in 0..<min(work.touchedWords, ballast.count) {
      ballast[(work.id &* 31 &+ index) % ballast.count] = trace &+ UInt64(index)
    }
  }

  func add(to digest: inout Digest) {
    digest.add(id)
    digest.add(life)
    digest.add(sum)
    digest.add(trace)
    digest.add(interruptions)
    digest.add(failures)
    digest.add(strayCount)
    digest.add(ballast)
  }
}
