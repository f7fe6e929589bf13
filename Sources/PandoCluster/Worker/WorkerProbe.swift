import PandoHosting
import PandoWire
import ZeroMQ

/// One question to a worker, which opens no session: a ping, and its answer.
struct WorkerProbe {
  let endpoint: Endpoint
  let keys: LoadedKeys?
  let timeoutMilliseconds: Int

  private static let number: UInt64 = 1

  /// Asks, and waits for the answer on the calling thread.
  func run() throws -> WorkerHealth {
    let start = MonotonicClock.nowMilliseconds()
    let deadline = start + timeoutMilliseconds
    let context = try Context()
    let paths = try paths()
    var problem = "nobody listens there"
    var attempt = 0
    while MonotonicClock.nowMilliseconds() < deadline {
      switch try ask(by: paths[attempt % paths.count], in: context, until: deadline) {
      case .answered(let children):
        return WorkerHealth(
          endpoint: "\(endpoint)", children: children,
          milliseconds: MonotonicClock.nowMilliseconds() - start)
      case .refused(let reason):
        throw silence("it was asked, and refuses: \(reason)")
      case .notUnderstood(let reason):
        problem = reason
        attempt += 1
        // Every key was tried, and a worker that has just gone may be back.
        if attempt % paths.count == 0 { pause(until: deadline) }
      case .silent(let reason):
        problem = reason
      }
    }
    throw silence("\(problem), and there was no answer within \(timeoutMilliseconds) ms")
  }

  private func silence(_ reason: String) -> WorkerSilence {
    WorkerSilence(description: "The worker at \(endpoint) does not answer: \(reason).")
  }

  /// The keys to try, one after the other: nothing but the handshake tells which is the worker's.
  private func paths() throws -> [CurvePath?] {
    guard let keys else { return [nil] }
    let trusted = keys.keyring.keys(with: .worker)
    guard !trusted.isEmpty else {
      throw WorkerSilence(description: Distrust(ofAllBy: keys, endpoint).reason)
    }
    return trusted.map { CurvePath(pair: keys.pair, serverKey: $0) }
  }

  private enum Outcome {
    case answered(children: Int)
    case refused(reason: String)
    /// The handshake failed.
    case notUnderstood(String)
    /// The time is over.
    case silent(String)
  }

  /// Asks over one connection.
  private func ask(
    by path: CurvePath?, in context: borrowing Context, until deadline: Int
  ) throws(ZeroMQError) -> Outcome {
    var socket = try context.socket(
      .dealer, .immediate(true), .linger(milliseconds: 0),
      .reconnectInterval(milliseconds: 10, maximumMilliseconds: 100),
      .maxMessageBytes(LinkLimits.messageBytes))
    if let path { try socket.set(path.option) }
    // It goes before the socket that it watches.
    var monitor: Monitor? = try socket.monitor()
    defer { monitor = nil }
    try socket.connect(endpoint)
    var poller = Poller()
    poller.add(fileDescriptor: try socket.fileDescriptor)
    if let descriptor = try monitor?.fileDescriptor { poller.add(fileDescriptor: descriptor) }
    var message = Message()
    var hasAsked = false
    while true {
      while let event = try monitor?.next(wait: .never) {
        switch event.kind {
        case .handshakeSucceeded:
          if !hasAsked { hasAsked = try socket.send(Self.question, wait: .never) == .sent }
        case .handshakeFailed(.refused(let status)):
          return .refused(
            reason: """
              it does not admit our key (status \(status)). Where it runs: pando keys trust \
              --public-key='\(path?.pair.publicKey.z85 ?? "")' --name NAME --role operator
              """)
        case .handshakeFailed(let failure):
          return .notUnderstood(Self.text(failure))
        case .disconnected, .closed:
          hasAsked = false
        default: break
        }
      }
      while try socket.receive(into: &message, wait: .never) {
        if let outcome = Self.outcome(of: message) { return outcome }
      }
      let now = MonotonicClock.nowMilliseconds()
      guard now < deadline else {
        return .silent(hasAsked ? "it was connected to, and says nothing" : "nobody listens there")
      }
      // Sending may have swallowed what would end the wait.
      try poller.wait(timeoutMilliseconds: min(20, deadline - now))
    }
  }

  private static var question: [UInt8] {
    var writer = WireWriter()
    ClientMessage.ping(number).encode(into: &writer)
    return writer.bytes
  }

  private static func outcome(of message: borrowing Message) -> Outcome? {
    var outcome: Outcome?
    message.withUnsafeBytes { bytes in
      try? WorkerMessage.decodeAll(bytes) { message in
        switch message {
        case .pong(number, let children): outcome = .answered(children: children)
        case .refuse(let reason): outcome = .refused(reason: reason)
        default: break
        }
      }
    }
    return outcome
  }

  private static func text(_ failure: Monitor.Event.HandshakeFailure) -> String {
    switch failure {
    case .mechanismMismatch: "one side wants encryption and the other does not"
    case .cryptographic, .system, .refused:
      "its key is none that our keyring has with the role worker"
    case .violation: "what listens there does not speak ZeroMQ's protocol"
    }
  }

  private func pause(until deadline: Int) {
    let milliseconds = min(100, deadline - MonotonicClock.nowMilliseconds())
    var poller = Poller()
    _ = try? poller.wait(timeoutMilliseconds: max(0, milliseconds))
  }
}
