/// A worker's view of one client: its greeting, and whether it is still there.
///
/// Pure: time arrives with the events, in milliseconds of a clock that never goes back.
package struct SessionMachine: Equatable {
  package enum Phase: Equatable {
    case expectingHello
    case open(lastHeard: Int)
    case ended
  }

  package enum Directive: Equatable {
    /// The session goes by this version.
    case welcome(Hello, version: UInt64)
    case refuse(reason: String)
    /// Hand the messages to the session.
    case deliver
    /// Free everything that the client has here; nothing is said.
    case end(reason: String)
    /// Free everything that the client has here, and tell the client, which may still be there and only be stopped.
    case forget(reason: String)
  }

  package private(set) var phase = Phase.expectingHello
  private let silenceMilliseconds: Int
  private let versions: ProtocolRange

  /// - Parameters:
  ///   - silenceMilliseconds: How long a client may be silent; it asks when idle, so silence means that it
  ///     has gone.
  ///   - versions: The versions of the protocol that the worker speaks.
  package init(silenceMilliseconds: Int, versions: ProtocolRange = ProtocolVersion.spoken) {
    self.silenceMilliseconds = silenceMilliseconds
    self.versions = versions
  }

  package mutating func greeted(_ hello: Hello, now: Int) -> Directive {
    guard phase == .expectingHello else { return refuse("it said hello twice") }
    guard let version = versions.chosen(with: hello.versions) else {
      return refuse(
        """
        the client speaks \(hello.versions) of the protocol and this worker \(versions); build both from \
        releases that share one
        """)
    }
    phase = .open(lastHeard: now)
    return .welcome(hello, version: version)
  }

  package mutating func heard(now: Int) -> Directive {
    switch phase {
    case .expectingHello: return refuse(WorkerMessage.strangerReason)
    case .open:
      phase = .open(lastHeard: now)
      return .deliver
    case .ended: return .end(reason: "it has ended")
    }
  }

  /// The client broke the protocol.
  package mutating func refuse(_ reason: String) -> Directive {
    phase = .ended
    return .refuse(reason: reason)
  }

  /// The client said goodbye, or its connection is gone.
  package mutating func left(_ reason: String) -> Directive? {
    guard phase != .ended else { return nil }
    phase = .ended
    return .end(reason: reason)
  }

  /// This process stood still until now, and the client perhaps with it: its silence begins anew.
  package mutating func resumed(now: Int) {
    if case .open = phase { phase = .open(lastHeard: now) }
  }

  package mutating func tick(now: Int) -> Directive? {
    guard case .open(let lastHeard) = phase, now - lastHeard > silenceMilliseconds else {
      return nil
    }
    phase = .ended
    return .forget(reason: "it was silent for \(now - lastHeard) ms")
  }
}
