package import Pando

/// A child whose reducer takes the time that an action says, and whose effects clean up.
@Reducer
package struct Slow {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var count = 0
    /// The process that reduced last, so that a test sees where the feature runs.
    package var processID: Int32 = 0
    package var text = ""

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case up
    /// Sleeps in the reducer.
    case sleep(milliseconds: Int)
    /// Spins in the reducer for ever.
    case spin
    /// Makes the state so large, and other than before.
    case fill(bytes: Int)
    /// Starts an effect that lasts until it is cancelled, and then writes a file after a pause.
    case beginCleaning(file: String, milliseconds: Int)
    /// Starts an effect of so many tasks that send; nothing but their actions is waited for.
    case sendFromTasks(count: Int)
    /// Writes the name of the thread that reduces it to a file.
    case nameThread(file: String)
    /// Sends itself again, without end.
    case again
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.processID = currentProcessID()
      switch action {
      case .up:
        state.count += 1
      case .sleep(let milliseconds):
        pause(milliseconds: milliseconds)
        state.count += 1
      case .fill(let bytes):
        state.count += 1
        state.text = String(repeating: state.count % 2 == 0 ? "a" : "b", count: bytes)
      case .spin:
        spin()
      case .beginCleaning(let file, let milliseconds):
        return .run { _ in
          touch(file + ".began")
          try? await Task.sleep(for: .seconds(1_000))
          pause(milliseconds: milliseconds)
          touch(file)
        }
      case .sendFromTasks(let count):
        return .run { send in
          for _ in 0..<count { Task { await send(.up) } }
          // The tasks have all begun to send, and most of them wait.
          try? await Task.sleep(for: .milliseconds(200))
        }
      case .nameThread(let file):
        nameThread(in: file)
      case .again:
        state.count += 1
        return .send(.again)
      }
      return .none
    }
  }
}
