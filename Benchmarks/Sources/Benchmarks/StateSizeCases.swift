import Foundation
import Pando

/// Hosted states of many sizes, of which each action changes a little: the cost is to follow the change.
///
/// Worker and client are in one process, so that both sides are measured, and nothing else.
enum StateSizeCases {
  static var all: [Case] {
    [10, 1_000, 100_000].map { count in
      Case(name: "state/row-of-\(count)") { hosted(rows: count, words: 0, .touch) }
    } + [
      Case(name: "state/2KB-number") { hosted(rows: 16, words: 40, .count) },
      Case(name: "state/2KB-nested-number") { hosted(rows: 16, words: 40, .measure) },
      Case(name: "state/1MB-number") { hosted(rows: 10_000, words: 20_000, .count) },
      Case(name: "state/append-row-to-10000") { hosted(rows: 10_000, words: 0, .append) },
    ]
  }

  private enum Change { case touch, count, measure, append }

  private static func hosted(rows: Int, words: Int, _ change: Change) -> (() async -> Round) {
    let store = Store(initialState: Shelf.State(document: Document.State(rows: rows, words: words)))
    {
      Shelf()
    } withDependencies: {
      $0.hosting = .inProcess.window(1_000)
    }
    var next = 0
    return {
      await store.send(.document(.count)).finish()
      return LocalCases.measure(2_000) { _ in
        next += 1
        switch change {
        case .touch: store.send(.document(.touch(next &* 7_919 % rows)))
        case .count: store.send(.document(.count))
        case .measure: store.send(.document(.measure(next)))
        case .append: store.send(.document(.append(rows + next)))
        }
      }
    }
  }
}

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
    var edits = 0

    init(rows: Int, words: Int) {
      lines = IdentifiedArray(
        uniqueElements: (0..<rows).map { Line(id: $0, text: "This is line \($0) of many lines.") })
      self.words = Dictionary(
        uniqueKeysWithValues: (0..<words).map { ("a word, number \($0)", $0) })
    }
  }

  enum Action: Codable, Sendable {
    case touch(Int)
    case count
    case measure(Int)
    case append(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .touch(let id): state.lines[id: id]?.edits += 1
      case .count: state.edits += 1
      case .measure(let width): state.measures.width = width
      case .append(let id): state.lines.append(Line(id: id, text: "A line that came later."))
      }
      return .none
    }
  }
}

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
