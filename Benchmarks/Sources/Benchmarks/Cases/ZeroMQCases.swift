import Foundation
import PandoBenchmarking
import ZeroMQ

/// The bare bound: requests through libzmq alone, DEALER to ROUTER and back, between two processes; one in a message, or
/// 64, where a batch of ours has up to 256.
///
/// They have about the size of what is compared with them. By docs/PROTOCOL.md a counter's action takes 2 bytes in a
/// batch and 7 to 9 by itself, and its answer 3 to 5 and 7 to 11: the bound has 8 bytes each way. A line of text for the
/// document takes about 100 bytes, and its answer, which has what changed in the text, about as many as the counter's:
/// the bound has 100 and 8.
enum ZeroMQCases {
  /// The names of the cases at one place, for those that are compared with them.
  struct Names {
    let alone: String
    let aloneBusyPoll: String
    let window: String
    let batched: String

    init(_ place: String, _ size: String = "") {
      alone = "\(place)/window-1\(size)"
      aloneBusyPoll = "\(place)/window-1\(size)/busy-poll"
      window = "\(place)/window-1000\(size)"
      batched = "\(place)/window-1000/64-per-message\(size)"
    }
  }

  static let ipc = Names("libzmq/ipc")
  static let ipcText = Names("libzmq/ipc", "/100-bytes")
  static let tcp = Names("libzmq/tcp")
  static let curve = Names("libzmq/tcp/curve")

  /// The bytes of a request, and of its answer.
  struct Sizes {
    var request = 8
    var answer = 8
  }

  static var all: [Benchmark] {
    echoes(ipc) { (ipcEndpoint(), nil) }
      + echoes(ipcText, Sizes(request: 100)) { (ipcEndpoint(), nil) }
      + echoes(tcp) { ("tcp://127.0.0.1:\(try TCPWorker.freePort())", nil) }
      // Both ends have one key: what is measured is what it costs to use it.
      + echoes(curve) { ("tcp://127.0.0.1:\(try TCPWorker.freePort())", try .generate()) }
  }

  private static func ipcEndpoint() -> String {
    let folder = "/tmp/pando-echo-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    Benchmark.afterwards { try? FileManager.default.removeItem(atPath: folder) }
    return "ipc://\(folder)/echo.sock"
  }

  private static func echoes(
    _ names: Names, _ sizes: Sizes = Sizes(),
    _ place: @escaping () throws -> (endpoint: String, keys: CurveKeyPair?)
  ) -> [Benchmark] {
    func start(perMessage: Int = 1, busyPolls: Bool = false) throws -> EchoClient {
      let (endpoint, keys) = try place()
      var arguments = ["echo", endpoint]
      if let keys { arguments.append(keys.secretKey.z85) }
      if busyPolls { arguments.append(busyPollOption) }
      if sizes.answer != sizes.request {
        arguments.append(answerOption + "\(sizes.answer * perMessage)")
      }
      return try EchoClient(
        endpoint: endpoint, server: try Child.start(arguments), keys: keys,
        requestBytes: sizes.request, perMessage: perMessage, busyPolls: busyPolls)
    }
    return [
      Benchmark(names.alone, unit: .medianNanoseconds) {
        let client = try start()
        return { try client.run(window: 1, count: 2_000) }
      },
      // Both ends look for messages for a moment before they sleep, as the threads of a store and of a worker do.
      Benchmark(names.aloneBusyPoll, unit: .medianNanoseconds) {
        let client = try start(busyPolls: true)
        return { try client.run(window: 1, count: 2_000) }
      },
      Benchmark(names.window, unit: .actionsPerSecond) {
        let client = try start()
        return { try client.run(window: 1_000, count: 200_000) }
      },
      Benchmark(names.batched, unit: .actionsPerSecond) {
        let client = try start(perMessage: 64)
        return { try client.run(window: 1_000, count: 1_280_000) }
      },
    ]
  }

  private static let busyPollOption = "--busy-poll"
  /// The number of bytes of each answer stands behind it; without one a request itself comes back.
  private static let answerOption = "--answer-bytes="

  /// The time for which threads of Pando look for messages, with the core left to others between two looks.
  static let lookNanoseconds: UInt64 = 100_000

  /// The other process: sends back what comes, until its standard input ends.
  ///
  /// - Parameter options: A secret key, and the options of this type.
  static func serve(_ text: String, _ options: some Sequence<String>) throws {
    var key: String?
    var busyPolls = false
    var answer: [UInt8]?
    for option in options {
      if option == busyPollOption {
        busyPolls = true
      } else if option.hasPrefix(answerOption) {
        answer = [UInt8](repeating: 7, count: Int(option.dropFirst(answerOption.count)) ?? 0)
      } else {
        key = option
      }
    }
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
          if let answer { _ = try router.send(answer) } else { _ = try router.send(&payload) }
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
  private let busyPolls: Bool

  init(
    endpoint: String, server: Process, keys: CurveKeyPair?, requestBytes: Int, perMessage: Int,
    busyPolls: Bool
  ) throws {
    self.server = server
    self.perMessage = perMessage
    self.busyPolls = busyPolls
    payload = [UInt8](repeating: 7, count: requestBytes * perMessage)
    context = try Context()
    socket = try context.socket(
      .dealer, .immediate(true), .reconnectInterval(milliseconds: 1), .linger(milliseconds: 0))
    if let keys { try socket.set(.curveClient(keys, serverKey: keys.publicKey)) }
    try socket.connect(try Endpoint(endpoint))
    _ = try socket.send(payload)
    _ = try socket.receive(into: &message)
  }

  /// Sends so many requests, with no more than a window of them unanswered.
  func run(window: Int, count: Int) throws -> BenchmarkRound {
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
      try receive()
      if times[received] > 0 { latencies.append(Stopwatch.now - times[received]) }
      received += 1
    }
    var round = stopwatch.round(messages * perMessage)
    round.latencies = latencies
    return round
  }

  private func receive() throws {
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
