package import Pando

/// A child that counts, and that can be made to misbehave.
@Reducer
package struct Shard {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var count = 0
    /// The process that reduced last, so that a test sees where the feature runs.
    package var processID: Int32 = 0
    package var ticks = 0
    package var interruptions = 0
    package var stone = Stone()

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    case up
    /// Starts an effect that ticks until it is cancelled; it leaves a file for as long as it runs.
    case beginTicking(file: String)
    case tick
    /// Starts an effect that adds its process's number to a file now and then, until it is cancelled, and sends nothing.
    case beginLogging(file: String, milliseconds: Int)
    /// A reducer that does not come back.
    case hang
    /// A reducer that never comes back, in any process.
    case spin
    /// A reducer that takes its process down, in so many processes.
    case die(inProcesses: Int, folder: String)
    case interrupted
    /// Starts an effect that takes every thread of the worker's concurrency pool, for good.
    case takeEveryThread
    /// Leaves a state that cannot be encoded.
    case breakStone
    /// Never sent by a test: tells the parent that the child saw an action first.
    case asked
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.processID = currentProcessID()
      switch action {
      case .up, .asked:
        state.count += 1
      case .beginTicking(let file):
        return .run(name: "ticking") { send in
          touch(file)
          defer { remove(file) }
          while !Task.isCancelled {
            await send(.tick)
            try await Task.sleep(for: .milliseconds(5))
          }
        }
      case .tick:
        state.ticks += 1
      case .beginLogging(let file, let milliseconds):
        return .run { _ in
          while true {
            try await Task.sleep(for: .milliseconds(milliseconds))
            note(in: file)
          }
        }
      case .hang:
        hangOnce()
      case .spin:
        spin()
      case .die(let count, let folder):
        die(inProcesses: count, folder: folder)
        state.count += 1
      case .breakStone:
        state.stone.isBroken = true
        state.count += 1
      case .takeEveryThread:
        return .run { _ in takeEveryThread() }
      case .interrupted:
        state.interruptions += 1
      }
      return .none
    }
  }
}
