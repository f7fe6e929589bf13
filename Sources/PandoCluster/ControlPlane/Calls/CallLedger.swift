import ZeroMQ

/// The calls that an actor system has made: which wait for a connection or for their turn, which
/// are in flight, and which have waited for too long.
///
/// Pure: it knows calls by their ids, and the time by what it is told.
struct CallLedger {
  /// A thing that happens to the ledger.
  enum Event: Equatable {
    case made(CallID, Endpoint, atMilliseconds: Int)
    case connected(Endpoint)
    /// The connection was lost, with the calls in flight; those that wait can go by the next one.
    case lost(Endpoint)
    /// The other side will not talk to us at all.
    case rejected(Endpoint, reason: String)
    /// No address is known for its host's name, so that nobody can be connected to.
    case unresolved(Endpoint, reason: String)
    case answered(CallID)
    /// The caller was cancelled.
    case abandoned(CallID)
    case ticked(atMilliseconds: Int)
    case shutDown
  }

  /// A thing to do.
  enum Directive: Equatable {
    case connect(Endpoint)
    case send(CallID, Endpoint)
    case fail(CallID, ControlError)
  }

  struct Call {
    let endpoint: Endpoint
    var isInFlight = false
  }

  struct Peer {
    var isConnected = false
    var inFlight = 0
    var waiting: [CallID] = []
  }

  let limits: ControlLimits
  var calls: [CallID: Call] = [:]
  var peers: [Endpoint: Peer] = [:]
  /// In order, because all calls have the same time; with calls that have ended among them.
  var deadlines: [(milliseconds: Int, call: CallID)] = []

  init(limits: ControlLimits) {
    self.limits = limits
  }

  /// When the next call will have waited for too long; nil when none waits.
  var nextDeadlineMilliseconds: Int? {
    calls.isEmpty ? nil : deadlines.first { calls[$0.call] != nil }?.milliseconds
  }

  mutating func handle(_ event: Event) -> [Directive] {
    switch event {
    case .made(let call, let endpoint, let now): made(call, endpoint, now)
    case .connected(let endpoint): connected(endpoint)
    case .lost(let endpoint): lost(endpoint)
    case .rejected(let endpoint, let reason):
      giveUp(endpoint, .rejected(endpoint: "\(endpoint)", reason: reason))
    case .unresolved(let endpoint, let reason):
      giveUp(endpoint, .unreachable(endpoint: "\(endpoint)", reason: reason))
    case .answered(let call), .abandoned(let call): ended(call)
    case .ticked(let now): ticked(now)
    case .shutDown: shutDown()
    }
  }
}
