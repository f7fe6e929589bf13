package import Pando

/// A child whose effects end by themselves, after a while.
@Reducer
package struct Errand {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var count = 0
    package var begun = 0
    package var done: [Int] = []
    package var interruptions = 0
    /// The process that reduced last, so that a test sees where the feature runs.
    package var processID: Int32 = 0

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case up
    /// Starts an effect that sends `done` with the number after a while.
    case run(number: Int, milliseconds: Int)
    /// Starts an effect that sends `done` for each number, one when the other has committed.
    case list(count: Int)
    case done(number: Int)
    case interrupted
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.processID = currentProcessID()
      switch action {
      case .up:
        state.count += 1
      case .run(let number, let milliseconds):
        state.begun += 1
        return .run { send in
          try await Task.sleep(for: .milliseconds(milliseconds))
          await send(.done(number: number))
        }
      case .list(let count):
        return .run { send in
          for number in 0..<count { await send(.done(number: number)) }
        }
      case .done(let number):
        state.done.append(number)
      case .interrupted:
        state.interruptions += 1
      }
      return .none
    }
  }
}
