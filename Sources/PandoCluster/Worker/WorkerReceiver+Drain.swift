import Logging
import Pando
import PandoHosting
import PandoWire
import ZeroMQ

// The way out of service.
extension WorkerReceiver {
  /// The interval at which a worker that is to end looks at what is left on it.
  static let drainLookMilliseconds = 5

  /// Tells clients that the worker drains, or does so no longer, and ends it once it is empty.
  func followDrain() throws(ZeroMQError) {
    guard loop.isDraining else { return }
    // First of all, so that no client takes such a lane for one of those that are to go.
    try tellOfNewHangs()
    for directive in loop.takeDrainDirectives() {
      switch directive {
      case .tell(let milliseconds):
        logger.notice("\(loop.configuration.name) drains: \(laneCount) children are to move")
        try tellAll(.draining(withinMilliseconds: milliseconds))
      case .tellUndrained:
        logger.notice("\(loop.configuration.name) drains no longer")
        try tellAll(.undrained)
      case .stop:
        break
      }
    }
    if loop.isTerminating, !loop.isStopping { loop.drain(.tick(laneCount: neighbourCount)) }
  }

  private var laneCount: Int { sessions.values.reduce(0) { $0 + $1.host.laneCount } }

  /// The number of lanes that a worker waits for which is to end: one with an effect that hangs would never go.
  private var neighbourCount: Int { sessions.values.reduce(0) { $0 + $1.host.neighbourCount } }

  private func tellAll(_ message: WorkerMessage) throws(ZeroMQError) {
    for session in sessions.values { try tell(message, session) }
  }

  /// Says something to a client behind what is ready for it: that it does not take it now does not matter.
  func tell(_ message: WorkerMessage, _ session: ClientSession) throws(ZeroMQError) {
    var writer = WireWriter()
    message.encode(into: &writer)
    session.queue(writer.bytes)
    try sendOutput(of: session)
  }
}

// The end, where effects hang.
extension WorkerReceiver {
  private func tellOfNewHangs() throws(ZeroMQError) {
    let hangs = loop.effectHangs
    if hangs.count == toldHangCount { return }
    toldHangCount = hangs.count
    try tell(of: hangs)
  }

  /// Tells their clients of the effects for which the worker ends: for each lane once.
  func tell(of hangs: [EffectWatch.Hang]) throws(ZeroMQError) {
    var told: Set<LaneOfClient> = []
    let ordered = hangs.filter(\.isCertain) + hangs.filter { !$0.isCertain }
    for hang in ordered where sessions[hang.session.id] === hang.session {
      let lane = hang.effect.lane
      guard told.insert(LaneOfClient(client: hang.session.id, lane: lane)).inserted else {
        continue
      }
      let notice = EffectHangNotice(
        cancelledCount: hang.session.host.cancelledCount(with: hang.effect),
        effect: hang.effect.name, isCertain: hang.isCertain, reason: hang.effect.text)
      try send(.effectHangs(lane, notice), to: hang.session.id)
    }
  }

  private struct LaneOfClient: Hashable {
    let client: ClientSession.ID
    let lane: LaneID
  }
}
