import Pando

/// A hosted child whose effect works in small steps; that of a guilty one ends its worker.
@Reducer
struct Hand {
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    /// Its effect, once that was started.
    var job: Job?
    /// The last of the numbers that it was sent, and a digest of all.
    var last = 0
    var chain: UInt64 = 1
    /// The number of times that its effect was started, was about to hang, and came to its end.
    var runs = 0
    var hangs = 0
    var ends = 0
    var lastStep = 0
    var losses: [HostedLoss] = []
    var failures: [String] = []
    /// Faults that it found.
    var problems: [String] = []

    init(id: Int) { self.id = id }
  }

  enum Action: Codable, Equatable, Sendable {
    case count(Int)
    case work(Job)
    case step(run: Int, Int)
    case hangs(run: Int)
    case ended(run: Int)
    case stop
    case interrupted(HostedLoss)
    case failed(String)
  }

  private enum CancelID { case work }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count(let number):
        if number != state.last + 1 {
          state.problems.append("number \(number) came behind \(state.last)")
        }
        state.last = number
        state.chain = Digest.mix(state.chain, UInt64(number))
      case .work(let job):
        state.job = job
        return start(&state)
      case .step(let run, let step):
        state.note(run)
        if step <= state.lastStep {
          state.problems.append("step \(step) came behind \(state.lastStep)")
        }
        state.lastStep = step
      case .hangs(let run):
        state.note(run)
        state.hangs += 1
      case .ended(let run):
        state.note(run)
        state.ends += 1
      case .stop:
        return .cancel(id: CancelID.work)
      case .interrupted(let loss):
        state.losses.append(loss)
        return start(&state)
      case .failed(let reason):
        state.failures.append(reason)
      }
      return .none
    }
  }

  private func start(_ state: inout State) -> Effect<Action> {
    guard let job = state.job else { return .none }
    state.runs += 1
    state.lastStep = 0
    let misdeed = state.losses.count < job.timesAtMost ? job.misdeed : nil
    return .run(name: job.name) { [run = state.runs] send in
      try await job.carryOut(misdeed, run: run, send)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }
}

extension Hand.State {
  /// Notes an action of a run of its effect.
  fileprivate mutating func note(_ run: Int) {
    if run != runs { problems.append("run \(run) spoke in the time of run \(runs)") }
  }
}

/// The work of an effect.
struct Job: Codable, Equatable, Sendable {
  /// Nil for one that has none, and is known by the place of its `run`.
  var name: String?
  var seed: Int
  /// Nil for one that works until it is cancelled.
  var rounds: Int?
  var longestMilliseconds: Int
  var misdeed: Misdeed?
  var place = Place.body
  /// The round in which it does it.
  var round = 0
  /// The number of workers that it ends; those that come then it leaves alone.
  var timesAtMost = 0
  /// True if it works on where it was cancelled.
  var ignoresCancellation = false

  func carryOut(_ misdeed: Misdeed?, run: Int, _ send: Send<Hand.Action>) async throws {
    var random = SeededGenerator(seed: UInt64(seed &* 64 &+ run))
    var round = 0
    while round != rounds {
      round += 1
      await Bench.shared.visit()
      if let misdeed, round == self.round {
        if misdeed.kind == .hangs { await send(.hangs(run: run)) }
        await place.carryOut(misdeed)
      }
      if random.chance(oneIn: 4) { await send(.step(run: run, round)) }
      let pause = Duration.milliseconds(random.number(0...longestMilliseconds))
      if ignoresCancellation {
        try? await Task.sleep(for: pause)
      } else {
        try await Task.sleep(for: pause)
      }
    }
    await send(.ended(run: run))
  }
}
