import Glibc
import Logging
import ZeroMQ

/// The gate of a socket that listens on a network: lets in the keys that the keyring has, and cuts off
/// those that it has no longer.
///
/// It belongs to the thread that owns the socket. libzmq asks about each new connection; what it lets in
/// is known by its key with each message from then on.
final class NetworkGate {
  private struct Known {
    let connection: PeerConnection
    /// Nil before its first message.
    var key: CurveKey?
  }

  private var authenticator: CurveAuthenticator
  private var monitor: Monitor
  private let keys: LoadedKeys
  /// The roles that do something here; what each may do is asked with what it says.
  private let roles: Set<KeyRole>
  /// The roles whose keys may connect.
  private let admitted: Set<KeyRole>
  let reporter: RefusalReporter
  private let logger: Logger

  private var connections: [Int32: Known] = [:]
  /// The connections that are to be cut, once their peers have had the time to hear why.
  private var condemned: [(connection: PeerConnection, at: Int)] = []
  private var lastChangeCount: Int
  private var lastKeyring: Keyring
  private var lastFailure: Monitor.Event.HandshakeFailure?
  /// A connection with a descriptor from here on would leave too few for the rest of the process.
  private let descriptorsEnd: Int
  private var hasToldOfCrowd = false
  /// Hears which connection is lost.
  var onLoss: ((_ descriptor: Int32) -> Void)?

  private var authenticatorIndex = 0
  private var monitorIndex = 0
  /// True until it was served for the first time.
  private var isNew = true

  /// The time that a peer may take to hear why it is cut off.
  private static let farewellMilliseconds = 100

  /// Makes a router a gated one; it may be bound afterwards, not before.
  ///
  /// - Parameters:
  ///   - ourRole: The role that others trust this process with.
  ///   - roles: The roles that do something here.
  ///   - admitsOthers: Whether keys of the keyring with other roles may connect, too, to be told what they lack.
  init(
    for router: inout Socket, in context: borrowing Context, keys: LoadedKeys,
    as ourRole: KeyRole = .coordinator, roles: Set<KeyRole>, admitsOthers: Bool = false,
    logger: Logger, onRefusal: @escaping RefusalReporter.OnRefusal = { _, _ in }
  ) throws(ZeroMQError) {
    self.keys = keys
    self.roles = roles
    admitted = admitsOthers ? Set(KeyRole.allCases) : roles
    self.logger = logger
    reporter = RefusalReporter(logger: logger, keys: keys, role: ourRole, onRefusal: onRefusal)
    lastChangeCount = keys.watch.changeCount
    lastKeyring = keys.keyring
    // Without an authenticator every client that knows our key would get in.
    authenticator = try CurveAuthenticator(
      in: context, admitting: lastKeyring.keys(withAnyOf: admitted))
    monitor = try router.monitor()
    descriptorsEnd = try DescriptorLimit.current - DescriptorLimit.reserve
    try router.set(.curveServer(keys.pair), .zapDomain("pando"))
  }

  // MARK: - Waiting

  func join(_ poller: inout Poller) throws(ZeroMQError) {
    authenticatorIndex = poller.add(fileDescriptor: try authenticator.fileDescriptor)
    monitorIndex = poller.add(fileDescriptor: try monitor.fileDescriptor)
    // What came before anybody waited has woken nobody.
    isNew = true
  }

  /// When there is something to do though nothing comes; nil when there is not.
  var deadline: Int? { condemned.first?.at }

  /// Answers for new connections, follows the keyring, and cuts what is to be cut. Returns whether the
  /// keyring has changed.
  ///
  /// - Parameter poller: Has waited just now.
  func serve(_ poller: borrowing Poller) throws(ZeroMQError) -> Bool {
    let now = MonotonicClock.nowMilliseconds()
    let hasChanged = followKeyring()
    // First of all, as the handshakes that broke off came before one that ends now.
    if isNew || !poller[monitorIndex].isEmpty { try readEvents() }
    if isNew || !poller[authenticatorIndex].isEmpty {
      while let decision = try authenticator.answer() {
        reporter.noteHandshake(from: decision.address)
        guard !decision.isAdmitted else { continue }
        reporter.report(refusal(of: decision.key, from: decision.address, to: nil))
      }
    }
    isNew = false
    while let first = condemned.first, first.at <= now {
      condemned.removeFirst()
      first.connection.cut()
    }
    return hasChanged
  }

  private func followKeyring() -> Bool {
    let changeCount = keys.watch.changeCount
    guard changeCount != lastChangeCount else { return false }
    lastChangeCount = changeCount
    let keyring = keys.keyring
    authenticator.admitted = keyring.keys(withAnyOf: admitted)
    lastKeyring = keyring
    reporter.forget()
    for known in connections.values {
      guard let key = known.key, !authenticator.admitted.contains(key) else { continue }
      condemn(known.connection)
    }
    return true
  }

  /// Has a connection cut, once its peer has had the time to hear why.
  private func condemn(_ connection: PeerConnection) {
    guard !condemned.contains(where: { $0.connection == connection }) else { return }
    condemned.append((connection, MonotonicClock.nowMilliseconds() + Self.farewellMilliseconds))
  }

  // MARK: - Connections

  /// Takes in what has happened to connections until now.
  func readEvents() throws(ZeroMQError) {
    while let event = try monitor.next(wait: .never) { note(event) }
  }

  private func note(_ event: Monitor.Event) {
    switch event.kind {
    case .accepted:
      guard let descriptor = event.descriptor,
        let connection = PeerConnection(descriptor: descriptor)
      else { return }
      guard Int(descriptor) < descriptorsEnd else { return refuse(crowd: connection) }
      connections[descriptor] = Known(connection: connection)
    case .handshakeFailed(let failure):
      lastFailure = failure
    case .disconnected:
      let known = event.descriptor.flatMap { connections.removeValue(forKey: $0) }
      // libzmq's one thread reports the loss of a connection right behind what failed.
      if let failure = lastFailure { report(failure, from: known?.connection.address) }
      lastFailure = nil
      if let descriptor = event.descriptor { onLoss?(descriptor) }
    default: break
    }
  }

  /// libzmq ends the process when it finds no descriptor.
  private func refuse(crowd connection: PeerConnection) {
    connection.cut()
    guard !hasToldOfCrowd else { return }
    hasToldOfCrowd = true
    logger.warning(
      """
      Too many connections: that of \(connection) was refused, because only few file descriptors are left. \
      Raise the limit of open files (LimitNOFILE=), or see who connects.
      """)
  }

  private func report(_ failure: Monitor.Event.HandshakeFailure, from address: String?) {
    let cause: Refusal.Cause
    switch failure {
    case .mechanismMismatch: cause = .noKey
    case .cryptographic: cause = .wrongServerKey
    case .system, .violation: cause = .noHandshake
    // The authenticator has told more of it.
    case .refused: return
    }
    reporter.report(Refusal(cause, from: address, roles: sortedRoles))
  }

  private var sortedRoles: [KeyRole] { KeyRole.allCases.filter(roles.contains) }

  private func refusal(of key: CurveKey?, from address: String?, to deed: KeyDeed?) -> Refusal {
    Refusal(
      key.map { Refusal.Cause($0, in: lastKeyring) } ?? .noKey, from: address, deed: deed,
      roles: deed.map { [$0.roles[0]] } ?? sortedRoles)
  }

  // MARK: - Messages

  /// Returns who sent a message.
  ///
  /// - Parameter deed: What the message is to do, where that is known.
  /// - Throws: Why it may not even connect any more. Then its connection ends.
  func caller(of message: borrowing Message, to deed: KeyDeed? = nil) throws(Refusal) -> Caller {
    let connection = message.connection
    let key = message.userID.flatMap { try? CurveKey(z85: $0) }
    guard let key, authenticator.admitted.contains(key) else {
      if let connection { condemn(connection) }
      throw refusal(of: key, from: message.peerAddress, to: deed)
    }
    if let connection {
      connections[connection.descriptor] = Known(connection: connection, key: key)
    }
    return .key(key, address: message.peerAddress)
  }
}
