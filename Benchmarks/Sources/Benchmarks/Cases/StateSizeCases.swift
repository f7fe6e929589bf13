import Pando
import PandoBenchmarking

/// Hosted states of many sizes, of which each action changes a little: the cost is to follow the change.
///
/// Worker and client are in one process, so that both sides are measured, and nothing else.
enum StateSizeCases {
  private typealias State = Document.State

  private static let small = "state/100B-number"
  private static let leastWidth = Document.Measures().width

  static var all: [Benchmark] {
    [
      // Two lines and a word: about 100 bytes.
      hosted(small, [], State(rows: 2, words: 1), \.edits) { _ in .count },
      hosted("state/2KB-number", [small], .twoKilobytes, \.edits) { _ in .count },
      hosted("state/2KB-nested-number", [small], .twoKilobytes, \.measures.width) {
        .measure(leastWidth + $0)
      },
      hosted("state/1MB-number", [small], State(rows: 10_000, words: 20_000), \.edits) { _ in
        .count
      },
      hosted("state/append-row-to-10000", [], State(rows: 10_000), \.lines.count, isShort: true) {
        .append(10_000 + $0)
      },
    ]
      + series(
        "row-of", [10, 1_000, 100_000], { State(rows: $0) },
        { $0.lines.reduce(0) { $0 + $1.edits } }
      ) { .touch($0) }
      + series(
        "number-in-array-of", [10, 1_000, 130_000], { State(numbers: $0) },
        { $0.numbers.reduce(0, +) }
      ) { .renumber($0) }
      + series(
        "word-in-dictionary-of", [10, 1_000, 30_000], { State(words: $0) },
        { $0.words.values.reduce(0, +) }
      ) { .redefine($0) }
  }

  /// The same change in states of several sizes, compared with the smallest.
  private static func series(
    _ name: String, _ sizes: [Int], _ state: @escaping (Int) -> State,
    _ reduced: @escaping (State) -> Int, _ change: @escaping (Int) -> Document.Action
  ) -> [Benchmark] {
    sizes.map { size in
      hosted(
        "state/\(name)-\(size)", size > sizes[0] ? ["state/\(name)-\(sizes[0])"] : [], state(size),
        reduced
      ) { change($0 &* 7_919 % size) }
    }
  }

  /// Each action makes what `reduced` returns one more.
  private static func hosted(
    _ name: String, _ bounds: [String], _ state: @escaping @autoclosure () -> State,
    _ reduced: @escaping (State) -> Int, isShort: Bool = false,
    _ change: @escaping (Int) -> Document.Action
  ) -> Benchmark {
    Benchmark(name, bounds: bounds) {
      let store = Store(initialState: Shelf.State(document: state())) {
        Shelf()
      } withDependencies: {
        $0.hosting = .inProcess.window(1_000)
      }
      Benchmark.afterwards { await store.stop() }
      let pace = Pace(isShort ? 20...200 : 20...10_000)
      var next = 0
      return {
        await store.send(.document(.count)).finish()
        let work = HostedWork(store: store, isInAnotherProcess: false) { reduced($0.document) }
        let before = (next, store.withState(work.reduced))
        let round = pace.timing { _ in
          next += 1
          store.send(.document(change(next)))
        }
        try work.check(next - before.0, since: before.1)
        return round
      }
    }
  }
}

extension Document.State {
  /// Rows, a dictionary and a nested struct that take 2 KB together.
  static var twoKilobytes: Document.State { Document.State(rows: 16, words: 40) }
}
