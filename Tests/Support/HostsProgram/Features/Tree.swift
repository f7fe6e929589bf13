import Pando

/// A child that remembers the order of everything that it saw, on a worker or in the client.
@Reducer
struct Tree {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var count = 0
    var saidCount = 0
    var interruptions = 0
    var failures = 0
    /// Grows out of every action.
    var trace: UInt64 = 1

    var digest: UInt64 {
      mix(mix(mix(mix(trace, count), saidCount), interruptions), mix(mix(7, id), failures))
    }
  }

  enum Action: Codable, Equatable, Sendable {
    /// The number is the action's own among those of its client.
    case grow(client: Int, number: Int)
    /// Sent by the effect of the action with that number.
    case said(number: Int)
    /// Returned by the reducer of the action with that number.
    case echoed(number: Int)
    case interrupted
    case failed
  }

  @Dependency(\.isReplaying) var isReplaying

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .grow(let client, let number):
        state.count += 1
        state.trace = mix(state.trace, number)
        return isReplaying ? .none : effect(client: client, number: number)
      case .said(let number):
        state.saidCount += 1
        state.trace = mix(state.trace, ~number)
      case .echoed(let number):
        state.trace = mix(state.trace, number &* 31)
      case .interrupted:
        state.interruptions += 1
        state.trace = mix(state.trace, 3)
      case .failed:
        state.failures += 1
        state.trace = mix(state.trace, 5)
      }
      return .none
    }
  }

  private func effect(client: Int, number: Int) -> Effect<Action> {
    if number % 7 == 0 { return .send(.echoed(number: number)) }
    guard number % 3 == 0 else { return .none }
    return .run { send in
      Journal.noteStart(client: client, number: number)
      try await Task.sleep(for: .milliseconds(number % 20))
      await send(.said(number: number))
    }
  }
}
