import PandoHosting
import PandoWire
import ZeroMQ

/// A ping to a worker, which opens no session, and its answer.
struct WorkerProbe {
  let endpoint: Endpoint
  let keys: LoadedKeys?
  let publicKey: CurveKey?
  let timeoutMilliseconds: Int

  private static let number: UInt64 = 1

  /// Asks, and waits for the answer on the calling thread.
  func run() throws -> WorkerHealth {
    let start = MonotonicClock.nowMilliseconds()
    let timeoutMilliseconds = min(self.timeoutMilliseconds, MonotonicClock.waitMillisecondsAtMost)
    let asking = try WorkerAsking(
      endpoint, keys: keys, publicKey: publicKey, as: .probe, question: Self.question,
      read: Self.children)
    let answers = try WorkerSurvey.run(
      [asking], untilMilliseconds: start + timeoutMilliseconds,
      timeoutMilliseconds: timeoutMilliseconds)
    return WorkerHealth(
      endpoint: "\(endpoint)", children: try answers[0].get(),
      milliseconds: MonotonicClock.nowMilliseconds() - start)
  }

  private static var question: [UInt8] {
    var writer = WireWriter()
    ClientMessage.ping(number).encode(into: &writer)
    return writer.bytes
  }

  private static func children(in batch: UnsafeRawBufferPointer) -> Int? {
    var children: Int?
    try? WorkerMessage.decodeAll(batch) { message in
      if case .pong(number, let count) = message { children = min(count, LaneReport.countAtMost) }
    }
    return children
  }
}
