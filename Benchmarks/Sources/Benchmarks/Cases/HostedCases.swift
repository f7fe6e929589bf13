import Foundation
import Pando
import PandoBenchmarking
import PandoCluster

/// Cases with one hosted child.
enum HostedCases {
  // What keys cost: the same without, which only a benchmark may have.
  private static let tcpAlone = "hosted/tcp/window-1"
  private static let tcpWindow = "hosted/tcp/window-1000"

  static var all: [Benchmark] {
    [
      Benchmark("hosted/inproc/window-1000", unit: .actionsPerSecond) {
        pipelined(.inProcess, count: 100_000, isInAnotherProcess: false)
      },
      Benchmark(
        "hosted/ipc/window-1", unit: .medianNanoseconds,
        bounds: [ZeroMQCases.ipc.alone, ZeroMQCases.ipc.aloneBusyPoll]
      ) {
        sequential(.workers(1), count: 2_000)
      },
      Benchmark(
        "hosted/ipc/window-1000", unit: .actionsPerSecond,
        bounds: [ZeroMQCases.ipc.batched, ZeroMQCases.ipc.window]
      ) {
        let measure = pipelined(.workers(1), count: 200_000)
        return {
          let round = try await measure()
          LoadCases.note(round)
          return round
        }
      },
      Benchmark(
        tcpAlone, unit: .medianNanoseconds,
        bounds: [ZeroMQCases.tcp.alone, ZeroMQCases.tcp.aloneBusyPoll]
      ) {
        let endpoint = try TCPWorker.startUnkeyed()
        return sequential(.workers(at: [endpoint]), count: 1_000)
      },
      Benchmark(
        tcpWindow, unit: .actionsPerSecond,
        bounds: [ZeroMQCases.tcp.batched, ZeroMQCases.tcp.window]
      ) {
        let endpoint = try TCPWorker.startUnkeyed()
        return pipelined(.workers(at: [endpoint]), count: 200_000)
      },
      Benchmark(
        "hosted/tcp/curve/window-1", unit: .medianNanoseconds,
        bounds: [
          ZeroMQCases.curve.alone, ZeroMQCases.curve.aloneBusyPoll, ZeroMQCases.tcp.alone, tcpAlone,
        ]
      ) {
        let worker = try await TCPWorker.start()
        return sequential(.workers(at: [worker.endpoint], keys: worker.keys), count: 1_000)
      },
      Benchmark(
        "hosted/tcp/curve/window-1000", unit: .actionsPerSecond,
        bounds: [ZeroMQCases.curve.batched, ZeroMQCases.curve.window, tcpWindow]
      ) {
        let worker = try await TCPWorker.start()
        return pipelined(.workers(at: [worker.endpoint], keys: worker.keys), count: 200_000)
      },
      Benchmark("hosted/ipc/run-effect", unit: .medianNanoseconds, bounds: ["hosted/ipc/window-1"])
      {
        let store = makeAsker()
        return {
          await store.send(.child(.answer)).finish()
          return try await answers(of: store).measuring(500) {
            await .awaiting(500) { _ in await store.send(.child(.ask(times: 1))).finish() }
          }
        }
      },
      Benchmark(
        "hosted/ipc/run-effect-start", unit: .medianNanoseconds, bounds: ["hosted/ipc/window-1"]
      ) {
        let (answers, continuation) = AsyncStream<Void>.makeStream()
        let store = makeAsker { continuation.yield() }
        return { try await untilFirstAnswer(of: store, answers, count: 500) }
      },
      Benchmark(
        "hosted/ipc/run-effect-each-send", unit: .medianNanoseconds, bounds: ["hosted/ipc/window-1"]
      ) {
        // An effect sends the next answer once the one before has committed.
        let commits = AnswerTimes(capacity: 1_000)
        let store = makeAsker { commits.note() }
        return {
          await store.send(.child(.answer)).finish()
          commits.begin()
          var round = try await answers(of: store).measuring(1_000) {
            let stopwatch = Stopwatch()
            await store.send(.child(.ask(times: 1_000))).finish()
            return stopwatch.round(1_000)
          }
          round.latencies = commits.intervals
          return round
        }
      },
    ]
  }

  /// Makes a store that ends with the round.
  static func makeStore(
    _ hosting: Hosting, window: Int, _ commits: CommitTimes
  ) -> StoreOf<Remotely> {
    let store = makeLastingStore(hosting, window: window, commits)
    Benchmark.afterwards { await store.stop() }
    return store
  }

  /// Makes one that the caller stops.
  private static func makeLastingStore(
    _ hosting: Hosting, window: Int, _ commits: CommitTimes
  ) -> StoreOf<Remotely> {
    Store(initialState: Remotely.State()) {
      Remotely(commits: commits)
    } withDependencies: {
      $0.hosting = hosting.window(window)
    }
  }

  private static func makeAsker(
    onAnswer: @escaping @Sendable () -> Void = {}
  ) -> StoreOf<AskerParent> {
    let store = Store(initialState: AskerParent.State()) {
      AskerParent(onAnswer: onAnswer)
    } withDependencies: {
      $0.hosting = .workers(1)
    }
    Benchmark.afterwards { await store.stop() }
    return store
  }

  private static func answers(
    of store: StoreOf<AskerParent>
  ) -> HostedWork<AskerParent.State, AskerParent.Action> {
    HostedWork(store: store) { $0.child.answers }
  }

  /// Measures the time from sending an action whose effect sends another to the commit of that one. The end of the
  /// effect is waited for, and not measured: so there is no processor time, which would have it.
  private static func untilFirstAnswer(
    of store: StoreOf<AskerParent>, _ news: AsyncStream<Void>, count: Int
  ) async throws -> BenchmarkRound {
    var answer = news.makeAsyncIterator()
    await store.send(.child(.answer)).finish()
    let work = answers(of: store)
    // Without an effect there is no answer to wait for.
    try work.checkProcesses()
    await answer.next()
    return try await work.measuring(count) {
      var latencies: [UInt64] = []
      let begin = Stopwatch.now
      for _ in 0..<count {
        let start = Stopwatch.now
        let asked = store.send(.child(.ask(times: 1)))
        await answer.next()
        latencies.append(Stopwatch.now - start)
        await asked.finish()
      }
      return BenchmarkRound(
        count: count, nanoseconds: Stopwatch.now - begin, latencies: latencies)
    }
  }

  /// The actions of the counter.
  static func work(
    of store: StoreOf<Remotely>, isInAnotherProcess: Bool = true
  ) -> HostedWork<Remotely.State, Remotely.Action> {
    HostedWork(store: store, isInAnotherProcess: isInAnotherProcess) { $0.child?.count ?? 0 }
  }

  private static func pipelined(
    _ hosting: Hosting, count: Int, isInAnotherProcess: Bool = true
  ) -> Benchmark.Measure {
    let commits = CommitTimes(capacity: count)
    let store = makeStore(hosting, window: 1_000, commits)
    return pipelined(store, commits, count: count, isInAnotherProcess: isInAnotherProcess)
  }

  /// Measures actions a second with a full window, and ends the store: of two rounds, the second.
  static func measureRate() async throws -> Double {
    let count = 200_000
    let commits = CommitTimes(capacity: count)
    let store = makeLastingStore(.workers(1), window: 1_000, commits)
    let measure = pipelined(store, commits, count: count, isInAnotherProcess: true)
    do {
      _ = try await measure()
      let rate = LoadCases.rate(of: try await measure())
      await store.stop()
      return rate
    } catch {
      await store.stop()
      throw error
    }
  }

  private static func pipelined(
    _ store: StoreOf<Remotely>, _ commits: CommitTimes, count: Int, isInAnotherProcess: Bool
  ) -> Benchmark.Measure {
    let sender = SenderThread()
    return {
      // The worker may still be starting before the first round.
      await store.send(.child(.up)).finish()
      let first = store.withState(\.total)
      commits.begin(first)
      let work = work(of: store, isInAnotherProcess: isInAnotherProcess)
      return try await work.measuring(count) {
        let stopwatch = Stopwatch()
        let last = await sender.run { () -> StoreTask? in
          var last: StoreTask?
          for index in 0..<count {
            commits.noteSend(index)
            last = store.send(.child(.up))
          }
          return last
        }
        await last?.finish()
        var round = stopwatch.round(count)
        round.latencies = commits.latencies
        return round
      }
    }
  }

  private static func sequential(_ hosting: Hosting, count: Int) -> Benchmark.Measure {
    let store = makeStore(hosting, window: 1, CommitTimes(capacity: 0))
    return {
      await store.send(.child(.up)).finish()
      return try await work(of: store).measuring(count) {
        await .awaiting(count) { _ in await store.send(.child(.up)).finish() }
      }
    }
  }
}
