import Foundation
import Pando
import PandoCluster

/// Cases with a hosted child.
enum HostedCases {
  static var all: [Case] {
    [
      Case(name: "hosted/inproc/window-1000") { pipelined(.inProcess, count: 100_000) },
      Case(name: "hosted/ipc/window-1") { sequential(.workers(1), count: 5_000) },
      Case(name: "hosted/ipc/window-1000") { pipelined(.workers(1), count: 200_000) },
      Case(name: "hosted/ipc/rows-1000") { rows(.workers(1), lanes: 1_000, count: 100_000) },
      Case(name: "hosted/tcp/curve/window-1000") {
        let worker = try await TCPWorker.start()
        return pipelined(.workers(at: [worker.endpoint], keys: worker.keys), count: 200_000)
      },
    ]
  }

  private static func makeStore(
    _ hosting: Hosting, window: Int, _ commits: CommitTimes
  ) -> StoreOf<Remotely> {
    Store(initialState: Remotely.State()) {
      Remotely(commits: commits)
    } withDependencies: {
      $0.hosting = hosting.window(window)
    }
  }

  private static func pipelined(_ hosting: Hosting, count: Int) -> (() async -> Round) {
    let commits = CommitTimes(capacity: count * 32)
    let store = makeStore(hosting, window: 1_000, commits)
    var first = 0
    return {
      // The worker may still be starting before the first round.
      await store.send(.child(.up)).finish()
      first += 1
      let range = first..<first + count
      let start = now()
      let last = await onThread { () -> StoreTask? in
        var last: StoreTask?
        for index in range {
          commits.noteSend(index)
          last = store.send(.child(.up))
        }
        return last
      }
      await last?.finish()
      let nanoseconds = now() - start
      first += count
      return Round(
        count: count, nanoseconds: nanoseconds, latencies: commits.latencies(range))
    }
  }

  /// Actions for one row after the other, each of which is hosted.
  private static func rows(_ hosting: Hosting, lanes: Int, count: Int) -> (() async -> Round) {
    let rows = IdentifiedArray(uniqueElements: (0..<lanes).map { Counter.State(id: $0) })
    let store = Store(initialState: Rows.State(rows: rows)) {
      RemoteRows()
    } withDependencies: {
      $0.hosting = hosting.window(1_000)
    }
    return {
      // Every row has its lane before the clock starts.
      for id in 0..<lanes { await store.send(.rows(.element(id: id, action: .up))).finish() }
      let start = now()
      let last = await onThread { () -> StoreTask? in
        var last: StoreTask?
        for index in 0..<count {
          last = store.send(.rows(.element(id: index % lanes, action: .up)))
        }
        return last
      }
      await last?.finish()
      return Round(count: count, nanoseconds: now() - start, latencies: [])
    }
  }

  /// Runs `body` on a thread of its own, which sleeps in `send` while the window is full; a task would go
  /// beyond the window.
  private static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  private static func sequential(_ hosting: Hosting, count: Int) -> (() async -> Round) {
    let store = makeStore(hosting, window: 1, CommitTimes(capacity: 0))
    return {
      await store.send(.child(.up)).finish()
      var latencies: [UInt64] = []
      latencies.reserveCapacity(count)
      let start = now()
      for _ in 0..<count {
        let begin = now()
        await store.send(.child(.up)).finish()
        latencies.append(now() - begin)
      }
      return Round(count: count, nanoseconds: now() - start, latencies: latencies)
    }
  }
}
