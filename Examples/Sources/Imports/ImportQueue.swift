package import Pando

/// The program: files in the order in which they came, each read by a worker, and the sum of what was read.
@Reducer
package struct ImportQueue {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var files: IdentifiedArrayOf<FileImport.State> = []
    package var sum = 0

    package init() {}
  }

  package enum Action: Sendable {
    case added(name: String, text: String)
    case files(IdentifiedActionOf<FileImport>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let name, let text):
        guard state.files[id: name] == nil else { return .none }
        state.files.append(FileImport.State(id: name, text: text))
        return .send(.files(.element(id: name, action: .parse)))

      case .files(.element(_, .parsed(.read(let ledger)))):
        state.sum += ledger.sum
        return .none

      case .files:
        return .none
      }
    }
    .forEach(\.files, action: \.files) {
      // No file waits for another. One that may have crashed several workers is given up.
      FileImport().hosted(
        interrupted: { .interrupted($0) }, order: .asReady,
        onCrash: .drop { _ in .parsed(.deadly) })
    }
  }
}
