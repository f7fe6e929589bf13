import Pando

/// Counts the words of text that an effect on the worker sends: each piece goes to the store and
/// back before the next.
@Reducer
struct TextCounter {
  struct State: Codable, Equatable, Sendable {
    var words = 0
  }

  enum Action: Codable, Sendable {
    case read(pieceCount: Int)
    case text(String)
  }

  /// As long as a file of source code is on average.
  private static let piece = String(repeating: "let grove = Store()\n", count: linesPerPiece)
  private static let linesPerPiece = 400
  static let wordsPerPiece = 4 * linesPerPiece

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read(let pieceCount):
        return .run { send in
          for _ in 0..<pieceCount { await send(.text(Self.piece)) }
        }
      case .text(let text):
        state.words += text.utf8.split { $0 == 0x20 || $0 == 0x0a }.count
        return .none
      }
    }
  }
}

/// The parent of the counter, which is hosted.
@Reducer
struct TextParent {
  struct State: Sendable {
    var child: TextCounter.State? = TextCounter.State()
  }

  enum Action: Sendable {
    case child(TextCounter.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.child, action: \.child) { TextCounter().hosted() }
  }
}
