/// A client's view of one worker: the handshake, and whether it still answers.
///
/// Pure: time arrives with the events, in milliseconds of a clock that never goes back.
package struct LinkMachine: Equatable {
  package struct Limits: Equatable, Sendable {
    /// How long a worker may take from its start to its welcome.
    package var handshakeMilliseconds: Int = 30_000
    /// How long it may be silent before it is asked.
    package var idleMilliseconds: Int = 500
    /// How long it may be silent in all, however busy its reducers are.
    package var silenceMilliseconds: Int = 10_000

    package init() {}
  }

  package enum Phase: Equatable {
    /// Waits for a connection to say hello on.
    case connecting(since: Int)
    /// Waits for the answer.
    case greeting(since: Int)
    case ready(lastHeard: Int, lastAsked: Int, asked: UInt64)
    case ended
  }

  package enum Event: Equatable {
    case connected
    case welcomed(Welcome)
    case refused(reason: String)
    /// Anything came.
    case heard
    case disconnected
    /// The process ended.
    case exited(reason: String)
    /// The client gives it up.
    case dropped(reason: String)
    case tick
  }

  package enum Directive: Equatable {
    case sayHello
    case becomeReady(Welcome)
    case ping(UInt64)
    /// The worker is lost; nothing follows.
    case end(reason: String)
  }

  package private(set) var phase: Phase
  private let limits: Limits

  package init(now: Int, limits: Limits) {
    phase = .connecting(since: now)
    self.limits = limits
  }

  package mutating func handle(_ event: Event, now: Int) -> Directive? {
    switch (phase, event) {
    case (.ended, _):
      return nil
    case (.connecting(let since), .connected):
      phase = .greeting(since: since)
      return .sayHello
    case (.greeting, .welcomed(let welcome)):
      return greet(welcome, now)
    case (.connecting, .welcomed), (.ready, .welcomed):
      return end("it answered a hello that was not said")
    case (_, .refused(let reason)):
      return end(reason)
    case (.ready(_, let lastAsked, let asked), .heard):
      phase = .ready(lastHeard: now, lastAsked: lastAsked, asked: asked)
      return nil
    case (.connecting, .heard), (.greeting, .heard), (.greeting, .connected), (.ready, .connected):
      return nil
    case (.connecting, .disconnected):
      return nil
    case (.greeting, .disconnected), (.ready, .disconnected):
      return end("the connection was lost")
    case (_, .exited(let reason)), (_, .dropped(let reason)):
      return end(reason)
    case (_, .tick):
      return tick(now)
    }
  }

  private mutating func greet(_ welcome: Welcome, _ now: Int) -> Directive {
    guard welcome.version == ProtocolVersion.current else {
      return end(
        """
        it speaks version \(welcome.version) of the protocol and this program version \
        \(ProtocolVersion.current); build both from the same release
        """)
    }
    phase = .ready(lastHeard: now, lastAsked: now, asked: 0)
    return .becomeReady(welcome)
  }

  private mutating func tick(_ now: Int) -> Directive? {
    switch phase {
    case .connecting(let since), .greeting(let since):
      guard now - since > limits.handshakeMilliseconds else { return nil }
      return end("it did not answer within \(limits.handshakeMilliseconds) ms of its start")
    case .ready(let lastHeard, let lastAsked, let asked):
      let silence = now - lastHeard
      if silence > limits.silenceMilliseconds, asked > 0, lastAsked > lastHeard {
        return end("it did not answer for \(silence) ms")
      }
      guard silence >= limits.idleMilliseconds, now - lastAsked >= limits.idleMilliseconds else {
        return nil
      }
      phase = .ready(lastHeard: lastHeard, lastAsked: now, asked: asked + 1)
      return .ping(asked + 1)
    case .ended:
      return nil
    }
  }

  private mutating func end(_ reason: String) -> Directive {
    phase = .ended
    return .end(reason: reason)
  }
}
