import Glibc
import Pando

/// A feature whose reducer takes as long as it is told.
@Reducer
struct Labour {
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id = 0
    var sum: UInt64 = 0
    /// The process that reduced last.
    var process: Int32 = 0
  }

  enum Action: Codable, Sendable {
    case work(steps: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .work(let steps): state.sum = Self.work(steps, from: state.sum)
      }
      state.process = getpid()
      return .none
    }
  }

  /// Steps that each wait for the one before, so that no compiler and no processor makes them shorter.
  static func work(_ steps: Int, from start: UInt64) -> UInt64 {
    var number = start
    for _ in 0..<steps {
      number = (number ^ (number >> 29)) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    }
    return number
  }
}

/// Many of them.
@Reducer
struct Labours {
  struct State: Sendable {
    var rows: IdentifiedArrayOf<Labour.State>

    init(_ count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Labour.State(id: $0) })
    }
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Labour>)
  }

  let isHosted: Bool

  var body: some ReducerOf<Self> {
    if isHosted {
      EmptyReducer().forEach(\.rows, action: \.rows) { Labour().hosted() }
    } else {
      EmptyReducer().forEach(\.rows, action: \.rows) { Labour() }
    }
  }
}
