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
        bounds: [ZeroMQCases.Name.ipcAlone]
      ) {
        let store = makeStore(window: 1)
        return {
          await store.send(action(0)).finish()
          return await .awaiting(2_000) { await store.send(action($0)).finish() }
        }
      },
      Benchmark(
        "hosted/ipc/document-2KB/window-1000", unit: .actionsPerSecond,
        bounds: [ZeroMQCases.Name.ipcBatched, ZeroMQCases.Name.ipcWindow]
      ) {
        let store = makeStore(window: 1_000)
        let sender = SenderThread()
        return {
          await store.send(action(0)).finish()
          let count = 20_000
          let stopwatch = Stopwatch()
          let last = await sender.run { () -> StoreTask? in
            var last: StoreTask?
            for index in 0..<count { last = store.send(action(index)) }
            return last
          }
          await last?.finish()
          return stopwatch.round(count)
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

  private static let texts = (0..<16).map { number in
    "Line \(number), written anew: " + String(repeating: "words ", count: 12)
  }

  @Sendable
  private static func action(_ index: Int) -> Shelf.Action {
    .document(.replace(index % 16, text: texts[(index / 16) % 16]))
  }
}
