import Pando
import PandoBenchmarking
import PandoCluster

/// A hosted feature of a common shape: a state of 2 KB with rows, a dictionary and a nested struct, and
/// actions of 100 bytes.
enum ShapeCases {
  static var all: [Benchmark] {
    [
      Benchmark(
        "hosted/ipc/document-2KB/window-1", unit: .medianNanoseconds,
        bounds: [ZeroMQCases.ipcText.alone, ZeroMQCases.ipcText.aloneBusyPoll]
      ) {
        let store = makeStore(window: 1)
        return {
          try await checking(store, 2_000) {
            await .awaiting(2_000) { await store.send(action($0)).finish() }
          }
        }
      },
      Benchmark(
        "hosted/ipc/document-2KB/window-1000", unit: .actionsPerSecond,
        bounds: [ZeroMQCases.ipcText.batched, ZeroMQCases.ipcText.window]
      ) {
        let store = makeStore(window: 1_000)
        let sender = SenderThread()
        return {
          let count = 20_000
          return try await checking(store, count) {
            let stopwatch = Stopwatch()
            let last = await sender.run { () -> StoreTask? in
              var last: StoreTask?
              for index in 0..<count { last = store.send(action(index)) }
              return last
            }
            await last?.finish()
            return stopwatch.round(count)
          }
        }
      },
    ]
  }

  private static func makeStore(window: Int) -> StoreOf<Shelf> {
    let store = Store(initialState: Shelf.State(document: .twoKilobytes)) {
      Shelf()
    } withDependencies: {
      $0.hosting = .workers(1).window(window)
    }
    Benchmark.afterwards { await store.stop() }
    return store
  }

  /// Measures so many actions, and throws unless every line has the text that it was sent last.
  private static func checking(
    _ store: StoreOf<Shelf>, _ count: Int, _ body: () async throws -> BenchmarkRound
  ) async throws -> BenchmarkRound {
    // The round before has left the same texts. The worker may still be starting before the first.
    for line in 0..<lineCount {
      await store.send(.document(.replace(line, text: ""))).finish()
    }
    let sent = (count - lineCount..<count).map(text)
    let work = HostedWork(store: store) { state in
      zip(state.document.lines, sent).count { $0.text == $1 }
    }
    let before = store.withState(work.reduced)
    let round = try await body()
    try work.check(lineCount, since: before)
    return round
  }

  /// The number of lines, of which each action changes one after the other.
  private static let lineCount = 16

  private static let texts = (0..<16).map { number in
    "Line \(number), written anew: " + String(repeating: "words ", count: 12)
  }

  @Sendable
  private static func action(_ index: Int) -> Shelf.Action {
    .document(.replace(index % lineCount, text: text(index)))
  }

  @Sendable
  private static func text(_ index: Int) -> String {
    texts[(index / lineCount) % texts.count]
  }
}
