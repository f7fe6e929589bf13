package import Pando

/// A child whose effects do not end when they are cancelled, or do.
@Reducer
package struct Mule {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var count = 0
    package var begun = 0
    package var interruptions = 0
    /// The process that reduced last, so that a test sees where the feature runs.
    package var processID: Int32 = 0

    package init(id: Int) {
      self.id = id
    }
  }

  /// The ways in which an effect goes on.
  package enum Way: String, CaseIterable, Codable, Equatable, Sendable {
    /// Takes its thread, and all the time of a processor.
    case spins
    /// Blocks its thread in a system call.
    case reads
    /// Sleeps again and again, and does not ask whether it was cancelled.
    case ignores
    /// Ends as soon as it is cancelled.
    case heeds
  }

  package enum Action: Codable, Equatable, Sendable {
    case up
    case work(Way)
    case begun
    /// Cancels what `work` has begun.
    case cancel
    case interrupted
  }

  private enum CancelID: Hashable { case work }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.processID = currentProcessID()
      switch action {
      case .up:
        state.count += 1
      case .work(let way):
        return .run(name: way.rawValue) { send in
          await send(.begun)
          await go(on: way)
        }
        .cancellable(id: CancelID.work)
      case .begun:
        state.begun += 1
      case .cancel:
        return .cancel(id: CancelID.work)
      case .interrupted:
        state.interruptions += 1
      }
      return .none
    }
  }

  private func go(on way: Way) async {
    switch way {
    case .spins: spin()
    case .reads: readForEver()
    case .ignores: while true { await doNothing(milliseconds: 20) }
    case .heeds: try? await Task.sleep(for: .seconds(1_000))
    }
  }
}
