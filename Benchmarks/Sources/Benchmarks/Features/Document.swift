import Pando

/// A document of lines, with what an editor knows of it.
@Reducer
struct Document {
  @WireCoded
  struct Line: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
    var edits = 0
  }

  @WireCoded
  struct Measures: Codable, Equatable, Sendable {
    var width = 80
    var height = 24
    var title = "A document"
  }

  struct State: Codable, Equatable, Sendable {
    var lines: IdentifiedArrayOf<Line>
    var measures = Measures()
    var words: [String: Int]
    var numbers: [Int]
    var edits = 0

    init(rows: Int = 0, words: Int = 0, numbers: Int = 0) {
      lines = IdentifiedArray(
        uniqueElements: (0..<rows).map { Line(id: $0, text: "This is line \($0) of many lines.") })
      self.words = Dictionary(
        uniqueKeysWithValues: (0..<words).map { (Self.word($0), $0) })
      self.numbers = Array(0..<numbers)
    }

    static func word(_ number: Int) -> String { "a word, number \(number)" }
  }

  enum Action: Codable, Sendable {
    case touch(Int)
    case count
    case measure(Int)
    case append(Int)
    case renumber(Int)
    case redefine(Int)
    /// As long as a line of text.
    case replace(Int, text: String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .touch(let id): state.lines[id: id]?.edits += 1
      case .count: state.edits += 1
      case .measure(let width): state.measures.width = width
      case .append(let id): state.lines.append(Line(id: id, text: "A line that came later."))
      case .renumber(let index): state.numbers[index] += 1
      case .redefine(let word): state.words[State.word(word), default: 0] += 1
      case .replace(let id, let text): state.lines[id: id]?.text = text
      }
      return .none
    }
  }
}

/// Its parent.
@Reducer
struct Shelf {
  struct State: Sendable {
    var document: Document.State
  }

  enum Action: Sendable {
    case document(Document.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.document, action: \.document) { Document().hosted() }
  }
}
