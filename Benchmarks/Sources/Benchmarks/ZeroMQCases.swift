import Foundation
import ZeroMQ

/// The bare bound: the same message sizes through libzmq alone, DEALER to ROUTER and back, one request
/// per message, between two processes.
enum ZeroMQCases {
  static let messageBytes = 32

  static var all: [Case] {
    [
      Case(name: "libzmq/ipc/window-1") { try echo(ipcEndpoint(), window: 1, count: 5_000) },
      Case(name: "libzmq/ipc/window-1000") {
        try echo(ipcEndpoint(), window: 1_000, count: 500_000)
      },
      Case(name: "libzmq/tcp/window-1000") {
        try echo("tcp://127.0.0.1:\(try TCPWorker.freePort())", window: 1_000, count: 500_000)
      },
      Case(name: "libzmq/tcp/curve/window-1000") {
        try echo(
          "tcp://127.0.0.1:\(try TCPWorker.freePort())", window: 1_000, count: 500_000,
          keys: .generate())
      },
    ]
  }

  private static func ipcEndpoint() -> String {
    "ipc:///tmp/pando-echo-\(getpid())-\(UInt32.random(in: 0...UInt32.max))/echo.sock"
  }

  private static func echo(
    _ endpoint: String, window: Int, count: Int, keys: CurveKeyPair? = nil
  ) throws -> (() async throws -> Round) {
    // Both ends have one key: what is measured is what it costs to use it.
    let server = try Child.start(["echo", endpoint] + (keys.map { [$0.secretKey.z85] } ?? []))
    let client = try EchoClient(endpoint: endpoint, server: server, keys: keys)
    return { try client.run(window: window, count: count) }
  }

  /// The other process: sends back what comes, until its standard input ends.
  static func serve(_ text: String, key: String?) throws {
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
      while try router.receive(into: &identity, wait: .never) {
        _ = try router.receive(into: &payload)
        _ = try router.send(&identity, more: true)
        _ = try router.send(&payload)
      }
    }
  }
}

/// The client of an echo, on its own thread of control.
final class EchoClient {
  private let server: Process
  private let context: Context
  private var socket: Socket
  private var message = Message()
  private let payload = [UInt8](repeating: 7, count: ZeroMQCases.messageBytes)

  init(endpoint: String, server: Process, keys: CurveKeyPair?) throws {
    self.server = server
    context = try Context()
    socket = try context.socket(
      .dealer, .immediate(true), .reconnectInterval(milliseconds: 1), .linger(milliseconds: 0))
    if let keys { try socket.set(.curveClient(keys, serverKey: keys.publicKey)) }
    try socket.connect(try Endpoint(endpoint))
    _ = try socket.send(payload)
    _ = try socket.receive(into: &message)
  }

  func run(window: Int, count: Int) throws -> Round {
    var latencies: [UInt64] = []
    var sent = 0
    var received = 0
    var times = [UInt64](repeating: 0, count: count)
    let start = now()
    while received < count {
      while sent < count, sent - received < window {
        if sent % CommitTimes.interval == 0 || window == 1 { times[sent] = now() }
        _ = try socket.send(payload)
        sent += 1
      }
      _ = try socket.receive(into: &message)
      if times[received] > 0 { latencies.append(now() - times[received]) }
      received += 1
    }
    return Round(count: count, nanoseconds: now() - start, latencies: latencies)
  }
}
