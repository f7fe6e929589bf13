package import Pando

extension Sandbox {
  /// The rights of a decoder: no file but those that it is granted, no network, no process, and 256 MB.
  package static let decoder = Sandbox(memory: .megabytes(256), openFiles: 32)
}

/// The program: pictures in the order in which they came, each decoded by a worker in a sandbox.
@Reducer
package struct Gallery {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var previews: IdentifiedArrayOf<Preview.State> = []

    package init() {}
  }

  package enum Action: Sendable {
    case added(name: String, file: FileGrant)
    case previews(IdentifiedActionOf<Preview>)
  }

  /// The time that a decoder may take.
  private let time: Duration

  package init(time: Duration = .seconds(10)) {
    self.time = time
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let name, let file):
        guard state.previews[id: name] == nil else { return .none }
        state.previews.append(Preview.State(id: name, file: file))
        return .send(.previews(.element(id: name, action: .decode)))

      case .previews:
        return .none
      }
    }
    .forEach(\.previews, action: \.previews) {
      // No file waits for another. One that may have crashed several workers is given up.
      Preview().hosted(
        interrupted: { .interrupted($0) }, order: .asReady,
        cancellationTimeout: .seconds(1), effectTimeout: time,
        onCrash: .drop { _ in .decoded(.deadly) }, sandbox: .decoder)
    }
  }
}
