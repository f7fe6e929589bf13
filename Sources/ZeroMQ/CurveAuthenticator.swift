/// Admits the clients whose keys are in its list to every CURVE server of its context, and no
/// others.
///
/// It is asked by libzmq about each new connection (ZAP, RFC 27), and some thread has to call
/// `answer` for it: until then the connection waits, and no message passes. Make it before the
/// servers bind, because without it every client that knows the server's key is admitted.
public struct CurveAuthenticator: ~Copyable, Sendable {
  /// A request for admission, and the answer.
  public struct Decision: Hashable, Sendable {
    /// The key that the client has proved to hold.
    public let key: CurveKey?
    /// The address that it comes from, as `Message.peerAddress` has it.
    public let address: String
    /// The `zapDomain` of the socket that it wants to reach.
    public let domain: String
    /// True if it was let in.
    public let isAdmitted: Bool
  }

  /// The clients that are let in. A change holds for connections that are made afterwards.
  public var admitted: Set<CurveKey>

  // Poll it through `Poller.add(_:for:)`.
  var socket: Socket
  private var frame = Message()

  /// Throws `.endpointTaken` when the context has one already.
  public init(in context: borrowing Context, admitting admitted: Set<CurveKey>) throws(ZeroMQError)
  {
    self.admitted = admitted
    var socket = try context.socket(.router)
    try socket.bind(Endpoint("inproc://zeromq.zap.01"))
    self.socket = socket
  }

  /// A descriptor to wait with; the rule of `Socket.fileDescriptor` holds, and `answer()` until nil follows
  /// it.
  public var fileDescriptor: Int32 {
    mutating get throws(ZeroMQError) { try socket.fileDescriptor }
  }

  /// Answers one question, and says what was decided; nil means that there is none now.
  public mutating func answer(wait: Wait = .never) throws(ZeroMQError) -> Decision? {
    guard var request = try receive(wait: wait) else { return nil }
    // What is up to the empty frame says where the answer goes.
    let envelope = Array(request.prefix { !$0.isEmpty })
    request.removeFirst(min(envelope.count + 1, request.count))
    let decision = decide(request)
    let requestID = request.count > 1 ? request[1] : []
    let (status, text) = decision.isAdmitted ? ("200", "OK") : ("400", "not in the list")
    let user = decision.isAdmitted ? decision.key?.z85 ?? "" : ""
    try send(
      envelope + [[], Array("1.0".utf8), requestID]
        + [status, text, user, ""].map { Array($0.utf8) })
    return decision
  }

  // Version, request id, domain, address, identity, mechanism, then the client's key.
  private func decide(_ request: [[UInt8]]) -> Decision {
    func text(_ index: Int) -> String {
      request.indices.contains(index) ? String(decoding: request[index], as: UTF8.self) : ""
    }
    let isCurve = request.count == 7 && text(0) == "1.0" && text(5) == "CURVE"
    let key = isCurve ? try? CurveKey(bytes: request[6]) : nil
    return Decision(
      key: key, address: text(3), domain: text(2),
      isAdmitted: key.map(admitted.contains) ?? false)
  }

  private mutating func receive(wait: Wait) throws(ZeroMQError) -> [[UInt8]]? {
    guard try socket.receive(into: &frame, wait: wait) else { return nil }
    var frames = [[UInt8](copying: frame)]
    while frame.hasMore, try socket.receive(into: &frame) {
      frames.append([UInt8](copying: frame))
    }
    return frames
  }

  private mutating func send(_ frames: [[UInt8]]) throws(ZeroMQError) {
    for (index, frame) in frames.enumerated() {
      // A connection that has gone meanwhile needs no answer.
      guard try socket.send(frame, more: index < frames.count - 1) == .sent else { return }
    }
  }
}

extension Poller {
  /// Waits for questions to `authenticator` too, from the next wait on, and returns its index.
  @discardableResult
  public mutating func add(_ authenticator: borrowing CurveAuthenticator) -> Int {
    add(authenticator.socket)
  }
}
