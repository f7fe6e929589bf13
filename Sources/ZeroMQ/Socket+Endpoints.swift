import CZeroMQ
import Glibc

extension Socket {
  /// Listens at an endpoint, exclusively, and returns where: with the port that the system chose,
  /// if the endpoint leaves it open.
  ///
  /// Throws `.endpointTaken` when another socket listens there, and that one goes on working. For
  /// `ipc`, where libzmq itself would steal the endpoint, an `EndpointLock` sees to that; it is
  /// held until `unbind` or until the socket goes, and then removes the socket's file. Only this user
  /// may connect to the file, whatever the process's umask.
  @discardableResult
  public mutating func bind(_ endpoint: Endpoint) throws(ZeroMQError) -> Endpoint {
    try ListenerGate.pass { () throws(ZeroMQError) in try bindWithinGate(endpoint) }
  }

  private mutating func bindWithinGate(_ endpoint: Endpoint) throws(ZeroMQError) -> Endpoint {
    guard case .ipc = endpoint.address else {
      _ = try listen(at: endpoint, under: nil)
      return try lastEndpoint()
    }
    // A cleaner of old files may remove them at once.
    for _ in 0..<Self.attemptsToBind {
      let lock = try EndpointLock(endpoint)
      do {
        if try listen(at: endpoint, under: lock) {
          locks.append(lock)
          return try lastEndpoint()
        }
      } catch {
        zmq_unbind(handle, endpoint.resolved)
        throw error
      }
      zmq_unbind(handle, endpoint.resolved)
    }
    throw ZeroMQError(
      .addressUnavailable,
      "Could not listen at \(endpoint): its socket was removed \(Self.attemptsToBind) times. Find out what removes it."
    )
  }

  private static var attemptsToBind: Int { 3 }

  /// Returns false where the file of the socket has gone already.
  private func listen(
    at endpoint: Endpoint, under lock: EndpointLock?
  ) throws(ZeroMQError) -> Bool {
    try allowIPv6(for: endpoint)
    guard zmq_bind(handle, endpoint.resolved) == 0 else {
      let error = ZeroMQError.library("listen at \(endpoint)")
      // What libzmq reports of a name is whatever the last call had left.
      throw endpoint.nameOfNoInterface ?? error
    }
    guard case .ipc(let path) = endpoint.address else { return true }
    guard chmod(path, 0o600) == 0 else {
      if errno == ENOENT { return false }
      throw .system("keep others from the socket \(path)")
    }
    lock?.noteSocket()
    return true
  }

  /// Listens again at each ipc endpoint whose files are gone, or are another's: a cleaner of old files removes them, and
  /// nobody new could connect. Connections that are there go on. Returns whether any file was lost.
  ///
  /// Throws `.endpointTaken` when another socket listens there by now, and what `bind` throws else. Those who are
  /// connected stay so.
  package mutating func listenAgain() throws(ZeroMQError) -> Bool {
    if locks.allSatisfy({ $0.isWhole }) { return false }
    return try ListenerGate.pass { () throws(ZeroMQError) in try listenAgainWithinGate() }
  }

  private mutating func listenAgainWithinGate() throws(ZeroMQError) -> Bool {
    var hasLost = false
    for index in locks.indices where !locks[index].isWhole {
      hasLost = true
      let lock = try locks[index].renewed()
      locks[index] = lock
      if lock.hasSocket { continue }
      // libzmq keeps the former listener, which nobody can reach, and with it a descriptor: to end that would end the
      // connections that it has accepted.
      guard formerListeners < Self.formerListenersAtMost else {
        throw ZeroMQError(
          .wrongState,
          "Could not listen at \(lock.endpoint) again: its socket was removed \(formerListeners) times. Find out what "
            + "removes it, and start this process anew.")
      }
      formerListeners += 1
      // Where it has gone again, the next look does it.
      _ = try listen(at: lock.endpoint, under: lock)
    }
    return hasLost
  }

  private static var formerListenersAtMost: Int { 100 }

  /// Connects, now or when somebody listens there, and again whenever the connection is lost.
  ///
  /// Throws `.permissionDenied` or `.invalidEndpoint` where an `ipc` endpoint's file is one that this user may not use, or
  /// no socket: libzmq tries that without end, and tells nobody.
  public mutating func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
    guard !endpoint.isWildcard else {
      throw ZeroMQError(
        .invalidEndpoint,
        "Could not connect to \(endpoint): it names no single address. Name a host and a port; "
          + "the listener's bind() returns the port that it was given.")
    }
    if case .ipc(let path) = endpoint.address {
      try SocketFile.requireUsable(path, for: endpoint)
    }
    try allowIPv6(for: endpoint)
    guard zmq_connect(handle, endpoint.resolved) == 0 else {
      throw .library("connect to \(endpoint)")
    }
  }

  /// Stops listening at an endpoint that `bind` returned.
  public mutating func unbind(_ endpoint: Endpoint) throws(ZeroMQError) {
    guard zmq_unbind(handle, endpoint.resolved) == 0 else {
      throw .library("stop listening at \(endpoint)", code: notInUse(endpoint))
    }
    locks.removeAll { $0.endpoint == endpoint }
  }

  /// Gives up a connection, or the attempts at one. What waits to be sent over it is lost.
  public mutating func disconnect(_ endpoint: Endpoint) throws(ZeroMQError) {
    guard zmq_disconnect(handle, endpoint.resolved) == 0 else {
      throw .library("disconnect from \(endpoint)", code: notInUse(endpoint))
    }
  }

  /// The endpoint last bound or connected to, with the port that the system chose.
  public mutating func lastEndpoint() throws(ZeroMQError) -> Endpoint {
    var size = 1024
    var text = [CChar](repeating: 0, count: size)
    guard zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &text, &size) == 0 else {
      throw .library("read the last endpoint of a \(kind) socket")
    }
    // The size counts the terminating zero.
    guard size > 1 else {
      throw ZeroMQError(
        .wrongState, "A \(kind) socket was asked where it listens, before it was bound.")
    }
    return try Endpoint(String(decoding: text[..<(size - 1)].map(UInt8.init), as: UTF8.self))
  }

  /// libzmq takes an IPv6 address only where the socket says so. It is not said without need: a socket
  /// that says so listens at `*` for both.
  private func allowIPv6(for endpoint: Endpoint) throws(ZeroMQError) {
    guard case .tcp(let host, _) = endpoint.address, host.contains(":") else { return }
    var isAllowed: Int32 = 1
    let size = MemoryLayout.size(ofValue: isAllowed)
    guard zmq_setsockopt(handle, ZMQ_IPV6, &isAllowed, size) == 0 else {
      throw .library("use the IPv6 address of \(endpoint)")
    }
  }

  private func notInUse(_ endpoint: Endpoint) -> ZeroMQError.Code? {
    zmq_errno() == ENOENT ? .invalidEndpoint : nil
  }
}

extension Endpoint {
  /// The endpoint as libzmq is to have it: it listens at addresses only, and localhost is one of this
  /// machine's whatever its name service says.
  var resolved: String {
    guard case .tcp(let host, let port) = address, host.lowercased() == "localhost" else {
      return description
    }
    return port == 0 ? "tcp://127.0.0.1:*" : "tcp://127.0.0.1:\(port)"
  }

  /// Why nobody can listen there: a listener takes an address or an interface, and no other name. Nil where that is not so.
  fileprivate var nameOfNoInterface: ZeroMQError? {
    guard let hostName, if_nametoindex(hostName) == 0 else { return nil }
    return ZeroMQError(
      .addressUnavailable,
      "Could not listen at \(self): \(hostName) is neither an address nor an interface of this machine, and no "
        + "other name can be listened at. Use an address of this machine (127.0.0.1, say), or * for all."
    )
  }

  /// True if sockets of other processes can reach it.
  public var isForProcesses: Bool {
    if case .inproc = address { false } else { true }
  }
}
