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
        state.files.append(FileImport.State(id: name))
        return .send(.files(.element(id: name, action: .parse(text))))

      case .files(.element(let name, .parse)):
        if case .read(let ledger)? = state.files[id: name]?.outcome { state.sum += ledger.sum }
        return .none

      case .files:
        return .none
      }
    }
    .forEach(\.files, action: \.files) {
      // No file waits for another. One that kills its workers is given up, and says so.
      FileImport().hosted(order: .asReady, timeout: .seconds(5), onCrash: .drop { _ in .failed })
    }
  }
}
