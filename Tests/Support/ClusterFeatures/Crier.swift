import Foundation
package import Pando

/// A child that prints.
@Reducer
package struct Crier {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package var id: Int
    package var count = 0

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable {
    /// Prints so many lines of so many bytes, by turns to standard output and to standard error.
    case cry(lines: Int, bytes: Int)
    /// Prints something that is no whole line.
    case murmur(String)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cry(let lines, let bytes):
        for line in 0..<lines {
          let text = "crier \(state.id) line \(line) " + String(repeating: "x", count: bytes)
          if line % 2 == 0 { print(text) } else { write(text + "\n") }
        }
      case .murmur(let text): write(text)
      }
      state.count += 1
      return .none
    }
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}

/// Two children that print, each on a worker of its own.
@Reducer
package struct Square {
  package struct State: Sendable {
    package var criers: IdentifiedArrayOf<Crier.State> = [Crier.State(id: 0), Crier.State(id: 1)]

    package init() {}
  }

  package enum Action: Sendable {
    case criers(IdentifiedActionOf<Crier>)
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.criers, action: \.criers) { Crier().hosted() }
  }
}
