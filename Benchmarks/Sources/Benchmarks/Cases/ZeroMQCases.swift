import Foundation
import PandoBenchmarking
import ZeroMQ

/// The bare bound: requests of the same size through libzmq alone, DEALER to ROUTER and back, between two
/// processes; one in a message, or 64 as a batch of ours has them.
enum ZeroMQCases {
  /// The names, for the cases that are compared with them.
  enum Name {
    static let ipcAlone = "libzmq/ipc/window-1"
    static let ipcAloneBusyPoll = "libzmq/ipc/window-1/busy-poll"
    static let ipcWindow = "libzmq/ipc/window-1000"
    static let ipcBatched = "libzmq/ipc/window-1000/64-per-message"
    static let tcpAlone = "libzmq/tcp/window-1"
    static let tcpWindow = "libzmq/tcp/window-1000"
    static let tcpBatched = "libzmq/tcp/window-1000/64-per-message"
    static let curveAlone = "libzmq/tcp/curve/window-1"
    static let curveWindow = "libzmq/tcp/curve/window-1000"
    static let curveBatched = "libzmq/tcp/curve/window-1000/64-per-message"
  }

  static let requestBytes = 32

  static var all: [Benchmark] {
    echoes(Name.ipcAlone, Name.ipcWindow, Name.ipcBatched) { (ipcEndpoint(), nil) }
      + [busyPolling]
      + echoes(Name.tcpAlone, Name.tcpWindow, Name.tcpBatched) {
        ("tcp://127.0.0.1:\(try TCPWorker.freePort())", nil)
      }
      // Both ends have one key: what is measured is what it costs to use it.
      + echoes(Name.curveAlone, Name.curveWindow, Name.curveBatched) {
        ("tcp://127.0.0.1:\(try TCPWorker.freePort())", try .generate())
      }
  }

  private static func ipcEndpoint() -> String {
    "ipc:///tmp/pando-echo-\(getpid())-\(UInt32.random(in: 0...UInt32.max))/echo.sock"
  }

  private static func echoes(
    _ alone: String, _ window: String, _ batched: String,
    _ place: @escaping () throws -> (endpoint: String, keys: CurveKeyPair?)
  ) -> [Benchmark] {
    func start(perMessage: Int = 1) throws -> EchoClient {
      let (endpoint, keys) = try place()
      let server = try Child.start(["echo", endpoint] + (keys.map { [$0.secretKey.z85] } ?? []))
      return try EchoClient(
        endpoint: endpoint, server: server, keys: keys, perMessage: perMessage)
    }
    return [
      Benchmark(alone, unit: .medianNanoseconds) {
        let client = try start()
        return { try client.run(window: 1, count: 2_000) }
      },
      Benchmark(window, unit: .actionsPerSecond) {
        let client = try start()
        return { try client.run(window: 1_000, count: 200_000) }
      },
      Benchmark(batched, unit: .actionsPerSecond) {
        let client = try start(perMessage: 64)
        return { try client.run(window: 1_000, count: 1_280_000) }
      },
    ]
  }

  /// Both ends look for messages for a moment before they sleep, as the threads of a store and of a worker do.
  private static var busyPolling: Benchmark {
    Benchmark(Name.ipcAloneBusyPoll, unit: .medianNanoseconds) {
      let endpoint = ipcEndpoint()
      let server = try Child.start(["echo", endpoint, busyPollOption])
      let client = try EchoClient(endpoint: endpoint, server: server, keys: nil, perMessage: 1)
      return { try client.run(window: 1, count: 2_000, busyPolls: true) }
    }
  }

  static let busyPollOption = "--busy-poll"

  /// The time for which threads of Pando look for messages, with the core left to others between two looks.
  static let lookNanoseconds: UInt64 = 100_000

  /// The other process: sends back what comes, until its standard input ends.
  static func serve(_ text: String, key: String?, busyPolls: Bool) throws {
    let context = try Context()
    var router = try context.socket(.router, .linger(milliseconds: 0))
    if let key {
      try router.set(.curveServer(CurveKeyPair(secretKey: CurveSecretKey(z85: key))))
    }
    _ = try router.bind(try Endpoint(text))
    var poller = Poller()
    let input = poller.add(fileDescriptor: STDIN_FILENO)
    poller.add(router)
    var identity = Message()
    var payload = Message()
    while true {
      try poller.wait()
      if !poller[input].isEmpty { return }
      var end = busyPolls ? Stopwatch.now + lookNanoseconds : 0
      while true {
        if try router.receive(into: &identity, wait: .never) {
          _ = try router.receive(into: &payload)
          _ = try router.send(&identity, more: true)
          _ = try router.send(&payload)
          if busyPolls { end = Stopwatch.now + lookNanoseconds }
        } else if busyPolls, Stopwatch.now < end {
          sched_yield()
        } else {
          break
        }
      }
    }
  }
}

/// The client of an echo, on the thread that calls it.
final class EchoClient {
  private let server: Process
  private let context: Context
  private var socket: Socket
  private var message = Message()
  private let payload: [UInt8]
  private let perMessage: Int

  init(endpoint: String, server: Process, keys: CurveKeyPair?, perMessage: Int) throws {
    self.server = server
    self.perMessage = perMessage
    payload = [UInt8](repeating: 7, count: ZeroMQCases.requestBytes * perMessage)
    context = try Context()
    socket = try context.socket(
      .dealer, .immediate(true), .reconnectInterval(milliseconds: 1), .linger(milliseconds: 0))
    if let keys { try socket.set(.curveClient(keys, serverKey: keys.publicKey)) }
    try socket.connect(try Endpoint(endpoint))
    _ = try socket.send(payload)
    _ = try socket.receive(into: &message)
  }

  /// Sends so many requests, with no more than a window of them unanswered.
  func run(window: Int, count: Int, busyPolls: Bool = false) throws -> BenchmarkRound {
    let messages = count / perMessage
    let interval = window == 1 ? 1 : max(1, CommitTimes.interval / perMessage)
    var latencies: [UInt64] = []
    var sent = 0
    var received = 0
    var times = [UInt64](repeating: 0, count: messages)
    let stopwatch = Stopwatch()
    while received < messages {
      while sent < messages, sent - received < max(1, window / perMessage) {
        if sent % interval == 0 { times[sent] = Stopwatch.now }
        _ = try socket.send(payload)
        sent += 1
      }
      try receive(busyPolls: busyPolls)
      if times[received] > 0 { latencies.append(Stopwatch.now - times[received]) }
      received += 1
    }
    var round = stopwatch.round(messages * perMessage)
    round.latencies = latencies
    return round
  }

  private func receive(busyPolls: Bool) throws {
    if busyPolls {
      let end = Stopwatch.now + ZeroMQCases.lookNanoseconds
      repeat {
        sched_yield()
        if try socket.receive(into: &message, wait: .never) { return }
      } while Stopwatch.now < end
    }
    _ = try socket.receive(into: &message)
  }
}
