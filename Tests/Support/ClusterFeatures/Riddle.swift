import Glibc
package import Pando

/// A child whose actions and states hold oddities.
@Reducer
package struct Riddle {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package var count = 0
    package var oddity: Oddity?

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Sendable {
    case up
    case take(Oddity)
    case wrap(inner: Oddity, times: Int)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1
      case .take(let oddity), .wrap(let oddity, _): if oddity.isDeadly { abort() }
      }
      return .none
    }
  }
}

extension Riddle.Action: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private func tell() -> String {
    switch self {
    case .up: "up"
    case .take(let oddity), .wrap(let oddity, _): oddity.tell()
    }
  }

  package var description: String { tell() }
  package var debugDescription: String { tell() }
  package var customMirror: Mirror { Mirror(self, children: ["text": tell()]) }
}

/// The parent of riddles, which changes them at will.
@Reducer
package struct Maze {
  package struct State: Sendable {
    package var riddles: IdentifiedArrayOf<Riddle.State> = []

    package init(count: Int) {
      riddles = IdentifiedArray(uniqueElements: (0..<count).map { Riddle.State(id: $0) })
    }
  }

  package enum Action: Sendable {
    case riddles(IdentifiedActionOf<Riddle>)
    case afflict(id: Int, Oddity?)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .afflict(let id, let oddity) = action { state.riddles[id: id]?.oddity = oddity }
      return .none
    }
    .forEach(\.riddles, action: \.riddles) { Riddle().hosted() }
  }
}
