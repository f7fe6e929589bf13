import Foundation
import Pando
import PandoBenchmarking
import PandoCluster
import Synchronization

/// Latency under load. Actions are due at fixed times, whether or not those before have committed: each
/// latency counts from when the action was due, so that a pause of the store is seen by all that it delays.
///
/// A case offers a share of what `hosted/ipc/window-1000` has done in the same round. Where that is not measured, the case
/// does the same itself before it begins, with a store that has ended by then.
enum LoadCases {
  /// The actions a second that `hosted/ipc/window-1000` did last: in this round, since it comes before in each.
  private static let lastRate = Mutex<Double?>(nil)

  /// Notes a round of `hosted/ipc/window-1000`.
  static func note(_ round: BenchmarkRound) {
    let rate = rate(of: round)
    lastRate.withLock { $0 = rate }
  }

  static func rate(of round: BenchmarkRound) -> Double {
    Double(round.count) * 1e9 / Double(max(1, round.nanoseconds))
  }

  private static func fullRate() async throws -> Double {
    if let rate = lastRate.withLock({ $0 }) { return rate }
    return try await HostedCases.measureRate()
  }

  /// Actions come in bursts, because no thread wakes up for each: for a second, in which a store that falls behind does
  /// so by a lot.
  private static let burstNanoseconds: UInt64 = 100_000
  private static let burstCount = 10_000

  static var all: [Benchmark] {
    [25, 50, 75].map { share in
      Benchmark(
        "hosted/ipc/load-\(share)", unit: .medianNanoseconds, bounds: ["hosted/ipc/window-1"]
      ) {
        let full = try await fullRate()
        let rate = full * Double(share) / 100
        let perBurst = max(1, Int(rate * Double(burstNanoseconds) / 1e9))
        let commits = CommitTimes(capacity: perBurst * burstCount)
        let store = HostedCases.makeStore(.workers(1), window: 1_000, commits)
        let sender = SenderThread()
        let offered = perBurst * 1_000_000_000 / Int(burstNanoseconds)
        return {
          await store.send(.child(.up)).finish()
          commits.begin(store.withState(\.total))
          let count = perBurst * burstCount
          var round = try await HostedCases.work(of: store).measuring(count) {
            let stopwatch = Stopwatch()
            let last = await sender.run { send(store, perBurst, commits) }
            await last?.finish()
            return stopwatch.round(count)
          }
          round.latencies = commits.latencies
          round.note = "at \(offered) actions/s of \(Int(full)), in bursts of \(perBurst)"
          return round
        }
      }
    }
  }

  /// Sends every burst when it is due; of one that could not be, its actions wait all the same.
  private static func send(
    _ store: StoreOf<Remotely>, _ perBurst: Int, _ commits: CommitTimes
  ) -> StoreTask? {
    WakeUp.makePunctual()
    var last: StoreTask?
    let start = Stopwatch.now + burstNanoseconds
    for burst in 0..<burstCount {
      let due = start + UInt64(burst) * burstNanoseconds
      WakeUp.sleep(until: due)
      for index in burst * perBurst..<(burst + 1) * perBurst {
        commits.noteSend(index, due: due)
        last = store.send(.child(.up))
      }
    }
    return last
  }
}

/// Sleep of the calling thread until a moment.
private enum WakeUp {
  /// Has the system wake the calling thread on time, and not up to 50 us later together with others.
  static func makePunctual() {
    // The number of the thread: "self/task/123" is what the link leads to.
    let thread = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let number = thread?.split(separator: "/").last ?? "self"
    let file = open("/proc/\(number)/timerslack_ns", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "1", 1)
    close(file)
  }

  static func sleep(until moment: UInt64) {
    var time = timespec(
      tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
