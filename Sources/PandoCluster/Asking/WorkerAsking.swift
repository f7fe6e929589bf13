import PandoHosting
import PandoWire
import ZeroMQ

/// One question to a worker, which opens no session, step by step: it connects, asks, and hears the answer.
///
/// It belongs to one thread, which may have several under way. A worker that sends more than the longest answer, or many
/// messages that are none, is cut off.
final class WorkerAsking<Answer> {
  let endpoint: Endpoint
  private let keys: LoadedKeys?
  /// The keys to try, one after the other: nothing but the handshake tells for sure which is the worker's.
  private let paths: [CurvePath?]
  /// The role that answers the question, for the words of a refusal.
  private let role: KeyRole
  private let question: [UInt8]
  private let read: (UnsafeRawBufferPointer) -> Answer?

  private var socket: Socket?
  /// It goes before the socket that it watches.
  private var monitor: Monitor?
  /// Says where there is no address for the endpoint; nil before the first attempt.
  private var lookup: NameLookup?
  private var message = Message()
  private var attempt = 0
  private var hasAsked = false
  /// When the next attempt begins, where every key was tried: a worker that has just gone may be back.
  private var nextAttempt = 0
  private var problem = "nobody listens there"
  private var stray = StrayMessages(
    messagesAtMost: WorkerAsking.strayMessagesAtMost, bytesAtMost: 2 * LaneReport.bytesAtMost)

  /// The number of messages of a worker that may be no answer.
  private static var strayMessagesAtMost: Int { 64 }

  /// - Parameters:
  ///   - publicKey: The key that the worker has, as far as the caller knows. It is tried first, if the keyring has it
  ///     with the role worker: a worker that is met with another's key takes the caller for somebody who is lost, and
  ///     counts and logs that.
  ///   - role: The role that is enough to be answered.
  ///   - question: A batch.
  ///   - read: Returns the answer that a batch is; nil for any other.
  init(
    _ endpoint: Endpoint, keys: LoadedKeys?, publicKey: CurveKey? = nil, as role: KeyRole,
    question: [UInt8],
    read: @escaping (UnsafeRawBufferPointer) -> Answer?
  ) throws(WorkerSilence) {
    self.endpoint = endpoint
    self.keys = keys
    self.role = role
    self.question = question
    self.read = read
    guard let keys else {
      paths = [nil]
      return
    }
    var trusted = keys.keyring.keys(with: .worker)
    guard !trusted.isEmpty else {
      throw WorkerSilence(description: Distrust(ofAllBy: keys, endpoint).reason)
    }
    if let index = trusted.firstIndex(where: { $0 == publicKey }) {
      trusted.insert(trusted.remove(at: index), at: 0)
    }
    paths = trusted.map { CurvePath(pair: keys.pair, serverKey: $0) }
  }

  /// Closes its connection, which the end of a context waits for.
  func close() {
    monitor = nil
    socket = nil
  }

  /// Has a wait end when there may be something to do.
  func join(_ poller: inout Poller) throws(ZeroMQError) {
    if let descriptor = try socket?.fileDescriptor { poller.add(fileDescriptor: descriptor) }
    if let descriptor = try monitor?.fileDescriptor { poller.add(fileDescriptor: descriptor) }
  }

  /// Goes on as far as it can. Returns the answer, or what the worker said instead of one; nil while there is neither.
  func step(
    in context: borrowing Context, now: Int
  ) throws(ZeroMQError) -> Result<Answer, WorkerSilence>? {
    if socket == nil {
      guard now >= nextAttempt else { return nil }
      do {
        try open(in: context)
      } catch {
        // One that cannot be connected to is no reason to leave the others out.
        return .failure(WorkerSilence(unasked: "\(endpoint)", error.message))
      }
    }
    if !hasAsked, let problem = lookup?.problem { return .failure(silence(problem)) }
    while let event = try monitor?.next(wait: .never) {
      switch event.kind {
      case .handshakeSucceeded:
        if !hasAsked { hasAsked = try socket?.send(question, wait: .never) == .sent }
      case .handshakeFailed(.refused(let status)):
        let path = paths[attempt % paths.count]
        return refused(
          path?.refusal(status: status, as: role) ?? "it does not admit us (status \(status))")
      case .handshakeFailed(let failure):
        tryNext(after: Self.text(failure), now)
        return nil
      case .disconnected, .closed:
        hasAsked = false
      default: break
      }
    }
    return try receive()
  }

  /// Returns what to say of a worker whose time is over.
  func silence(afterMilliseconds milliseconds: Int) -> WorkerSilence {
    if socket != nil {
      problem =
        hasAsked
        ? "it was connected to, and says nothing"
        : "nobody listens there, or the process that does is stopped or hangs"
    }
    return silence("\(problem), and there was no answer within \(milliseconds) ms")
  }

  private func silence(_ reason: String) -> WorkerSilence {
    WorkerSilence(description: "The worker at \(endpoint) does not answer: \(reason).")
  }

  private func refused(_ reason: String) -> Result<Answer, WorkerSilence> {
    .failure(silence("it was asked, and refuses: \(reason)"))
  }

  private func open(in context: borrowing Context) throws(ZeroMQError) {
    var socket = try context.socket(
      .dealer, .immediate(true), .linger(milliseconds: 0),
      .reconnectInterval(milliseconds: 10, maximumMilliseconds: 100),
      .maxMessageBytes(LaneReport.bytesAtMost))
    if let path = paths[attempt % paths.count] { try socket.set(path.option) }
    monitor = try socket.monitor()
    try socket.connect(endpoint)
    self.socket = consume socket
    if lookup == nil { lookup = NameLookup(endpoint) }
  }

  /// The handshake failed: another key may be the worker's.
  private func tryNext(after problem: String, _ now: Int) {
    self.problem = problem
    close()
    hasAsked = false
    attempt += 1
    nextAttempt = attempt % paths.count == 0 ? now + 100 : now
  }

  private func receive() throws(ZeroMQError) -> Result<Answer, WorkerSilence>? {
    while try socket?.receive(into: &message, wait: .never) == true {
      if let answer = message.withUnsafeBytes({ read($0) }) { return .success(answer) }
      if let reason = refusal() { return refused(reason) }
      if stray.note(byteCount: message.count) {
        return .failure(
          silence(
            "it sends one message after the other that is no answer, and was cut off. Look at the process that listens there"
          ))
      }
    }
    return nil
  }

  /// Returns why the worker does not answer, if that is what it says.
  private func refusal() -> String? {
    guard message.count <= LinkLimits.greetingBytes else { return nil }
    var reason: String?
    message.withUnsafeBytes { bytes in
      try? WorkerMessage.decodeAll(bytes) { message in
        if case .refuse(let said) = message { reason = said }
      }
    }
    return reason
  }

  private static func text(_ failure: Monitor.Event.HandshakeFailure) -> String {
    switch failure {
    case .mechanismMismatch: "one side wants encryption and the other does not"
    case .cryptographic, .system, .refused:
      "its key is none that our keyring has with the role worker"
    case .violation: "what listens there does not speak ZeroMQ's protocol"
    }
  }
}
