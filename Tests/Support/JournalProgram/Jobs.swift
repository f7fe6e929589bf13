import Foundation
import Pando
import PandoCluster
import PandoJournal

/// Adds numbers up, on a worker, where an effect says which.
@Reducer
struct Adder {
  struct State: Codable, Equatable { var sum = 0 }
  enum Action: Codable { case add(Int), crash, told(Int), interrupted }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .crash = action { fatalError("planted") }
      guard case .add(let number) = action else { return .none }
      state.sum += number
      return .run { send in await send(.told(number)) }
    }
  }
}

/// Jobs that are accepted, run by effects, and finished: each once, whatever happens to the process.
@Reducer
struct Jobs {
  struct State: Codable, Equatable {
    var accepted = 0
    var pending: Set<Int> = []
    var finished = 0
    var adder = Adder.State()
    /// The numbers of which the worker's effect has told.
    var told = 0
  }
  enum Action: Codable {
    case accept(Int), finish(Int), restart
    case adder(Adder.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.adder, action: \.adder) { Adder().hosted(interrupted: .interrupted) }
    Reduce { state, action in
      switch action {
      case .accept(let job):
        state.accepted = job
        state.pending.insert(job)
        return .merge(Self.work(job, "start"), .send(.adder(.add(job))))
      case .finish(let job):
        state.pending.remove(job)
        state.finished += 1
        return .none
      case .restart:
        // An effect that had started may have done its work, or not: a job has a number by which its other side knows.
        return .merge(state.pending.sorted().map { Self.work($0, "again") })
      case .adder(.told(let number)):
        state.told = max(state.told, number)
        return .none
      case .adder:
        return .none
      }
    }
    .onMount(\.restart)
  }

  private static func work(_ job: Int, _ verb: String) -> Effect<Action> {
    .run { send in
      say("\(verb) \(job)")
      await send(.finish(job))
      say("finished \(job)")
    }
  }

  /// Goes on from a journal until it is killed.
  static func run(place: String) async throws {
    let journal: Journal =
      if place.contains("=") {
        .postgres(place)
      } else if place.hasSuffix(".sock") {
        .handOver(at: place)
      } else {
        .file(place)
      }
    let store = try await Store(journal: journal, initialState: State()) {
      Jobs()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    // Behind what was owed: jobs that were accepted are added.
    await store.send(.adder(.add(0))).finish()
    let state = store.state
    let pending = state.pending.sorted().map(String.init).joined(separator: ",")
    say(
      "state \(store.durableVersion) \(state.accepted) \(state.finished) \(state.adder.sum) \(state.told) \(pending)"
    )
    var job = state.accepted
    while true {
      job += 1
      let sent = store.send(.accept(job))
      if job.isMultiple(of: 5) {
        await sent.finish()
        say("sent \(job)")
      }
    }
  }

  /// Has an action commit that no worker survives, between two others.
  static func crash(place: String) async throws {
    let store = try await Store(journal: .file(place), initialState: State()) {
      Jobs()
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    for action in [Adder.Action.add(1), .crash, .add(2)] {
      await store.send(.adder(action)).finish()
    }
    say("\(store.state.adder.sum)")
    await store.stop()
  }

  /// Says a line, whole.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    bytes.withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) }
  }
}
