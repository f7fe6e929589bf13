import Pando

/// Counts the words of lines.
@Reducer
struct Words {
  struct State: Codable, Equatable, Sendable {
    var counts: [String: Int] = [:]
  }

  enum Action: Codable, Sendable {
    case read(line: String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read(let line):
        for word in line.split(separator: " ") { state.counts[String(word), default: 0] += 1 }
        return .none
      }
    }
  }
}

/// The parent of the counter, which is hosted.
@Reducer
struct Reader {
  struct State: Sendable {
    var words = Words.State()
  }

  enum Action: Sendable {
    case words(Words.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.words, action: \.words) { Words().hosted() }
  }
}
