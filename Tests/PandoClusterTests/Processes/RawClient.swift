import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import PandoWire
import ZeroMQ

@testable import PandoCluster

/// A worker process that a test talks to itself.
final class RawWorker {
  let process = Process()
  let input = Pipe()
  let folder: String
  let endpoint: Endpoint

  /// - Parameter endsWithInput: Whether it ends with its standard input; then it tells errors only.
  init(
    endsWithInput: Bool = true, name: String? = "raw worker", arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    folder = FileManager.default.temporaryDirectory.path + "/pando-raw-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    endpoint = try Endpoint("ipc://\(folder)/worker.sock")
    process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
    process.arguments =
      ["worker", "--bind", endpoint.description] + (name.map { ["--name", $0] } ?? [])
      + (endsWithInput ? ["--ends-with-input"] : []) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    guard FileManager.default.createFile(atPath: logFile, contents: nil),
      let log = FileHandle(forWritingAtPath: logFile)
    else { throw NeverHappened() }
    process.standardError = log
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// The text that it wrote to its standard error.
  var errorText: String { (try? String(contentsOfFile: logFile, encoding: .utf8)) ?? "" }

  private var logFile: String { folder + "/errors" }

  /// Ends it whatever it does.
  func discard() {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// A client that speaks the protocol by itself, message by message.
struct RawClient: ~Copyable {
  private let context: Context
  private var socket: Socket
  private var monitor: Monitor
  private var received: [WorkerMessage] = []
  /// All that came in sessions beside the connection's own.
  private(set) var heard: [SessionNumber: [WorkerMessage]] = [:]
  /// The number of messages of libzmq that came, each of which may hold many of the worker's.
  private(set) var batchCount = 0
  let feature = hostedFeature { Slow() }.descriptor

  /// - Parameter path: The keys to connect with; nil over ipc.
  init(
    _ endpoint: Endpoint, path: CurvePath? = nil, routingID: [UInt8]? = nil,
    receiveHighWaterMark: Int = 0
  ) throws {
    let context = try Context()
    var socket = try context.socket(
      .dealer, .linger(milliseconds: 0),
      .receiveHighWaterMark(messages: receiveHighWaterMark))
    if let path {
      try socket.set(path.option)
      // Where its key is refused before it sends, libzmq has nobody left to send to, and would wait for ever.
      try socket.set(.sendTimeout(milliseconds: 1_000))
    }
    if let routingID { try socket.set(.routingID(routingID)) }
    let monitor = try socket.monitor()
    try socket.connect(endpoint)
    self.context = context
    self.monitor = monitor
    self.socket = socket
  }

  /// Returns whether the connection was lost since the last time.
  mutating func hasLostConnection() throws -> Bool {
    while let event = try monitor.next(wait: .never) {
      if event.kind == .disconnected { return true }
    }
    return false
  }

  mutating func sayHello(_ name: String = "a test") throws {
    try send([.hello(Hello(name: name, features: []))])
    _ = try wait { if case .welcome = $0 { true } else { false } }
  }

  /// Takes in what has come.
  mutating func takeRest() throws -> [WorkerMessage] {
    defer { received = [] }
    while try receiveMore() {}
    return received
  }

  private mutating func receiveMore() throws -> Bool {
    var message = Message()
    guard try socket.receive(into: &message, wait: .never) else { return false }
    batchCount += 1
    try message.withUnsafeBytes { bytes in
      guard let (session, start) = SessionNumber.read(bytes) else { throw NeverHappened() }
      try WorkerMessage.decodeAll(UnsafeRawBufferPointer(rebasing: bytes[start...])) { message in
        received.append(message)
        if session != .own { heard[session, default: []].append(message) }
      }
    }
    return true
  }

  mutating func send(_ messages: [ClientMessage], of session: SessionNumber = .own) throws {
    var writer = WireWriter()
    session.encode(into: &writer)
    for message in messages { message.encode(into: &writer) }
    _ = try socket.send(writer.bytes)
  }

  mutating func send(bytes: [UInt8]) throws {
    _ = try socket.send(bytes)
  }

  /// Sends one message in several frames.
  mutating func send(frames: [[UInt8]]) throws {
    for (index, frame) in frames.enumerated() {
      _ = try socket.send(frame, more: index < frames.count - 1)
    }
  }

  func open(
    _ lane: UInt64, timeoutMilliseconds: Int = 60_000
  ) throws -> ClientMessage {
    .open(
      LaneID(rawValue: lane), feature, .first, .first,
      snapshot: try WireEncoder.encode(Slow.State(id: 1)),
      timeoutMilliseconds: timeoutMilliseconds)
  }

  func reduce(_ lane: UInt64, _ sequence: UInt64, _ action: Slow.Action) throws -> ClientMessage {
    .reduce(
      LaneID(rawValue: lane), .first, SequenceNumber(rawValue: sequence),
      HostedAction(bytes: ByteString(try WireEncoder.encode(action))))
  }

  /// Takes in what comes until a message satisfies a condition; returns that and those before it, or nil
  /// when it does not come in time.
  mutating func wait(
    within seconds: Double = 20, for condition: (WorkerMessage) -> Bool
  ) throws -> [WorkerMessage]? {
    let end = ContinuousClock.now + .seconds(seconds)
    var taken: [WorkerMessage] = []
    while true {
      while !received.isEmpty {
        let message = received.removeFirst()
        taken.append(message)
        if condition(message) { return taken }
      }
      guard ContinuousClock.now < end else { return nil }
      if try !receiveMore() { usleep(500) }
    }
  }
}
