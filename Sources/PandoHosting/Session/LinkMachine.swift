/// A client's view of one worker: the handshake, and whether it still answers.
///
/// Pure: time arrives with the events, in milliseconds of a clock that never goes back.
package struct LinkMachine: Equatable {
  package struct Limits: Equatable, Sendable {
    /// The time that a worker may take from its start to its welcome.
    package var handshakeMilliseconds: Int = 30_000
    /// The time that it may be silent before it is asked.
    package var idleMilliseconds: Int = 500
    /// The time that a worker which keeps answering goes without a question. A worker gives up a
    /// client that says nothing, and a client whose window is full has nothing else to say.
    package var attentiveMilliseconds: Int = 4_000
    /// The time that it may leave a question unanswered.
    package var silenceMilliseconds: Int = 10_000
    /// The time that the last messages of a process which has ended may take to come.
    package var finishMilliseconds: Int = 1_000
    /// The time in which it is told how the process ended whose connection was lost. Who is to blame hangs on it, and on a
    /// machine at load it takes longer than one would think.
    package var exitMilliseconds: Int = 10_000

    package init() {}
  }

  package enum Phase: Equatable {
    /// Waits for a connection to say hello on.
    case connecting(since: Int)
    /// Waits for the answer.
    case greeting(since: Int)
    case ready(Life)
    /// The process has ended, and what it sent is still to be taken in; or the connection is lost, and
    /// the end of the process will say why.
    case finishing(since: Int, LinkEnd, reason: String, isDisconnected: Bool)
    case ended
  }

  /// The signs of a worker's life.
  package struct Life: Equatable, Sendable {
    var lastHeard: Int
    var lastAsked: Int
    var asked: UInt64 = 0
    /// When the first question was asked that nothing has followed.
    var unansweredSince: Int?
  }

  package enum Event: Equatable {
    case connected
    case welcomed(Welcome)
    case refused(reason: String)
    /// Anything came.
    case heard
    case disconnected
    /// The process ended, which makes this of the link.
    case exited(LinkEnd, reason: String)
    /// The client gives it up.
    case dropped(LinkEnd, reason: String)
    /// Asks the worker whether it still answers, if it has been silent, or if it was not asked for long.
    /// May come from another thread than what is received.
    case ask
    /// This process was stopped until now, and the worker perhaps with it: what is waited for begins anew.
    case resumed
    /// Time has passed, and everything that had come was taken in.
    case tick
  }

  package enum Directive: Equatable {
    case sayHello
    case becomeReady(Welcome)
    case ping(UInt64)
    /// The worker is lost; nothing follows.
    case end(LinkEnd, reason: String)
  }

  package private(set) var phase: Phase
  private let limits: Limits
  private let versions: ProtocolRange
  package let hasProcess: Bool

  /// - Parameters:
  ///   - hasProcess: Whether `exited` will tell of the end of the worker's process.
  ///   - versions: The versions of the protocol that the client speaks.
  package init(
    now: Int, limits: Limits, hasProcess: Bool = false,
    versions: ProtocolRange = ProtocolVersion.spoken
  ) {
    phase = .connecting(since: now)
    self.limits = limits
    self.versions = versions
    self.hasProcess = hasProcess
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
    case (.connecting, .welcomed):
      return end(.left, "it answered a hello that was not said")
    case (.ready, .welcomed):
      return end(.refused, "it answered a hello that was not said")
    case (.finishing, .welcomed):
      return nil
    case (.connecting, .refused(let reason)), (.greeting, .refused(let reason)):
      return end(.left, reason)
    case (.ready, .refused(let reason)), (.finishing, .refused(let reason)):
      return end(WorkerMessage.end(ofRefusal: reason), reason)
    case (.ready(var life), .heard):
      life.lastHeard = now
      life.unansweredSince = nil
      phase = .ready(life)
      return nil
    case (_, .heard), (_, .connected):
      return nil
    case (.connecting, .disconnected):
      return nil
    case (.greeting, .disconnected):
      return end(.left, "the connection was lost")
    case (.ready, .disconnected):
      guard hasProcess else { return end(.died, "the connection was lost") }
      phase = .finishing(
        since: now, .died, reason: "the connection was lost", isDisconnected: true)
      return nil
    case (.finishing(_, let linkEnd, let reason, let isDisconnected), .disconnected):
      // A process that is killed may take another connection between the end of its first and that of its listener.
      return isDisconnected ? nil : end(linkEnd, reason)
    case (.connecting, .exited(_, let reason)), (.greeting, .exited(_, let reason)):
      return end(.left, reason)
    case (.ready, .exited(let linkEnd, let reason)):
      phase = .finishing(since: now, linkEnd, reason: reason, isDisconnected: false)
      return nil
    case (.finishing(_, _, _, let isDisconnected), .exited(let linkEnd, let reason)):
      return isDisconnected ? end(linkEnd, reason) : nil
    case (.connecting, .dropped(_, let reason)), (.greeting, .dropped(_, let reason)):
      return end(.left, reason)
    case (.ready, .dropped(let linkEnd, let reason)):
      return end(linkEnd, reason)
    case (.finishing(_, let linkEnd, let reason, _), .dropped):
      return end(linkEnd, reason)
    case (.ready(let life), .ask):
      return ask(life, now)
    case (_, .ask):
      return nil
    case (_, .resumed):
      resume(now)
      return nil
    case (_, .tick):
      return tick(now)
    }
  }

  private mutating func resume(_ now: Int) {
    switch phase {
    case .connecting: phase = .connecting(since: now)
    case .greeting: phase = .greeting(since: now)
    case .ready(var life):
      life.lastHeard = now
      life.unansweredSince = nil
      phase = .ready(life)
    case .finishing(_, let linkEnd, let reason, let isDisconnected):
      phase = .finishing(since: now, linkEnd, reason: reason, isDisconnected: isDisconnected)
    case .ended: break
    }
  }

  private mutating func greet(_ welcome: Welcome, _ now: Int) -> Directive {
    guard versions.contains(welcome.version) else {
      return end(
        .left,
        """
        it speaks version \(welcome.version) of the protocol and this program \(versions); build both from \
        releases that share one
        """)
    }
    phase = .ready(Life(lastHeard: now, lastAsked: now))
    return .becomeReady(welcome)
  }

  private mutating func ask(_ life: Life, _ now: Int) -> Directive? {
    let isSilent = now - life.lastHeard >= limits.idleMilliseconds
    let pause = isSilent ? limits.idleMilliseconds : limits.attentiveMilliseconds
    guard now - life.lastAsked >= pause else { return nil }
    var life = life
    life.lastAsked = now
    life.asked += 1
    if life.unansweredSince == nil { life.unansweredSince = now }
    phase = .ready(life)
    return .ping(life.asked)
  }

  private mutating func tick(_ now: Int) -> Directive? {
    switch phase {
    case .connecting(let since), .greeting(let since):
      guard now - since > limits.handshakeMilliseconds else { return nil }
      return end(.left, "it did not answer within \(limits.handshakeMilliseconds) ms of its start")
    case .ready(let life):
      guard let since = life.unansweredSince, now - since > limits.silenceMilliseconds else {
        return nil
      }
      return end(.died, "it did not answer for \(now - since) ms")
    case .finishing(let since, let linkEnd, let reason, let isDisconnected):
      let milliseconds = isDisconnected ? limits.exitMilliseconds : limits.finishMilliseconds
      return now - since > milliseconds ? end(linkEnd, reason) : nil
    case .ended:
      return nil
    }
  }

  private mutating func end(_ linkEnd: LinkEnd, _ reason: String) -> Directive {
    phase = .ended
    return .end(linkEnd, reason: reason)
  }
}
