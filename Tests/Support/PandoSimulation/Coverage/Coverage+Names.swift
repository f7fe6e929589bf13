import PandoHosting
import PandoWire

extension LinkMachine.Phase {
  var name: String {
    switch self {
    case .connecting: "connecting"
    case .greeting: "greeting"
    case .ready: "ready"
    case .finishing(_, _, _, isDisconnected: true): "finishing, disconnected"
    case .finishing: "finishing"
    case .ended: "ended"
    }
  }
}

extension LinkMachine.Event {
  var name: String {
    switch self {
    case .connected: "connected"
    case .welcomed: "welcomed"
    case .refused: "refused"
    case .heard: "heard"
    case .disconnected: "disconnected"
    case .exited: "exited"
    case .dropped: "dropped"
    case .ask: "ask"
    case .resumed: "resumed"
    case .tick: "tick"
    }
  }
}

extension SessionMachine.Phase {
  var name: String {
    switch self {
    case .expectingHello: "expecting hello"
    case .open: "open"
    case .ended: "ended"
    }
  }
}

extension PoolEvent {
  var name: String {
    switch self {
    case .start: "start"
    case .welcomed: "welcomed"
    case .exited: "exited"
    case .linkEnded(_, let end, _): "link ended: \(end)"
    case .draining: "draining"
    case .undrained: "undrained"
    case .ended: "lane ended"
    case .found: "found"
    case .notFound: "not found"
    case .unanswered: "unanswered"
    case .tick: "tick"
    case .stop: "stop"
    }
  }
}

extension PoolMachine {
  /// The state of what an event is about.
  func name(for event: PoolEvent) -> String {
    switch event {
    case .welcomed(let member, _, _), .draining(let member, _), .undrained(let member),
      .exited(let member, _), .linkEnded(let member, _, _):
      "member \(standing(of: member))"
    case .ended(let lane), .found(let lane, _), .notFound(let lane, _), .unanswered(let lane, _):
      "lane \(standing(of: lane))"
    case .start, .tick, .stop:
      isStopping ? "stopping" : failure == nil ? "running" : "failed"
    }
  }
}

extension LaneMachine {
  var standing: String {
    let suspicion = isOnTrial ? " on trial" : hasSuspect ? " with a suspect" : ""
    let work =
      isResting ? ", resting" : count == 0 ? ", idle" : inFlightCount == 0 ? ", waiting" : ", busy"
    return "\(phase)\(suspicion)\(work)"
  }
}

extension LaneEvent {
  /// The name of an event.
  var name: String {
    switch self {
    case .accept(_, at: nil): "accept"
    case .accept: "accept before others"
    case .acceptSelfDispatched: "accept with its result"
    case .refusedSelfDispatch: "refuse a result"
    case .withdraw: "withdraw"
    case .placed: "placed"
    case .kept: "kept"
    case .rewritten(_, withLastCommit: true): "rewritten in the commit"
    case .rewritten: "rewritten"
    case .committedByClient: "committed by the client"
    case .flush: "flush"
    case .flushAllButLast: "flush all but the last"
    case .lost(let end): "lost: \(end)"
    case .lostAmongOthers(let end): "lost among others: \(end)"
    case .hung: "hung"
    case .crashed(_, nil): "crashed as it opened"
    case .crashed: "crashed"
    case .failed: "failed"
    case .misfit: "misfit"
    case .move: "move"
    case .woken: "woken"
    case .unhostable: "unhostable"
    case .close(withLastCommit: true): "close in the commit"
    case .close: "close"
    case .closed: "closed"
    }
  }
}

extension Result<Placement, PlacementRefusal> {
  /// The name of an answer of the registry.
  var name: String {
    switch self {
    case .success: "usable"
    case .failure(.noWorkers): "no workers"
    case .failure(.noneUsable): "none usable"
    case .failure(.hostsGone): "hosts gone"
    case .failure(.otherSchema): "another schema"
    case .failure(.notHosted): "not hosted"
    case .failure(.full): "full"
    case .failure(.notLabelled): "not labelled"
    case .failure(.otherBuild): "another build"
    }
  }
}

extension HostMachine {
  var standing: String { heldCount == 0 ? "idle" : "ahead" }
}

extension HostEvent {
  /// The name of an event.
  var name: String {
    switch self {
    case .commit: "commit"
    case .rebase(_, from: _, .unchanged): "rebase"
    case .rebase: "rebase with a change"
    case .selfDispatched: "dispatched by itself"
    case .dispatched: "dispatched behind its own"
    case .takenBack: "taken back"
    }
  }
}

extension TurnMachine.Phase {
  var name: String {
    switch self {
    case .idle: "idle"
    case .onTheSpot: "on the spot"
    case .waiting: "waiting"
    case .running: "running"
    }
  }
}
