import PandoHosting
import PandoWire

extension HostSession {
  /// Handles a batch of messages in order, and throws as the other does.
  package func receive(_ batch: [UInt8]) throws(HostingRefusal) {
    try batch.withUnsafeBytes { batch in
      Result { () throws(HostingRefusal) in try receive(batch) }
    }.get()
  }

  /// Handles a message that is no action, with the lock held.
  func handle(_ message: ClientMessage) {
    switch message {
    case .open(
      let lane, let feature, let epoch, let next, let snapshot, let isPresented, let timeout,
      let selfDispatches):
      let request = OpenRequest(
        lane: lane, feature: feature.name, epoch: epoch, next: next,
        timeoutMilliseconds: HostedTimeout.clamped(milliseconds: timeout),
        selfDispatches: selfDispatches)
      enter(lane, timeoutMilliseconds: request.timeoutMilliseconds)
      DependencyValues.with(isPresented ? dependencies.presented : dependencies) {
        open(request, feature, snapshot)
      }
    case .commit(let lane, let sequence):
      hosts[lane]?.handle(.commit(through: sequence))
    case .rebase(let lane, let epoch, let sequence, let patch):
      enter(lane)?.handle(.rebase(epoch, from: sequence, patch))
    case .cancel(let lane, let target):
      hosts[lane]?.cancel(target)
    case .settle(let lane, let number):
      settle(lane, through: number)
    case .close(let lane, let waitsForEffects):
      close(lane, waitsForEffects: waitsForEffects)
    case .ping(let number):
      writeCosts()
      write(.pong(number, laneCount: hosts.count))
    case .checkpoint(let number):
      write(.reached(number))
    case .trace(let lane, let sequence, let carrier):
      hear(RemoteTrace(lane: lane, sequence: sequence, carrier: carrier))
    case .limit(let lane, let limits):
      if let effects = hosts[lane]?.effects { outlet.locked { _ in effects.limits = limits } }
    case .release(let lane, let epoch, let sequence):
      hosts[lane]?.release(epoch, through: sequence.previous)
    case .reduce:
      preconditionFailure("actions are handed out in parts")
    case .hello, .goodbye:
      refuse("a message came that opens or ends a session, inside it")
    }
  }

  /// Hears what had committed when the client left, and passes over everything else.
  func hearCommits(of batch: UnsafeRawBufferPointer, from start: Int) {
    leaveLane()
    if start == 0 { lastHeading = .none }
    _ = try? ClientMessage.decode(batch, from: start, after: &lastHeading) { heading, _, _, _ in
      passOver(heading.lane, from: heading.sequence)
      return true
    } other: { message in
      switch message {
      case .commit(let lane, let sequence):
        if hasReduced(sequence, lane) { handle(message) }
      case .release(let lane, _, let sequence):
        if hasReduced(sequence.previous, lane) { handle(message) }
      case .rebase(let lane, _, let sequence, let patch):
        // A rewrite carries the commit of everything before it.
        if patch != .unchanged, sequence > .first, hasReduced(sequence.previous, lane) {
          handle(message)
          leaveLane()
        }
        passOver(lane, from: sequence)
      // Another may be opened in its place.
      case .close(let lane, _): passOver(lane, from: .first)
      default: break
      }
      return refusal == nil
    }
  }

  /// Returns whether the client means by a number the action that the lane's host has reduced.
  private func hasReduced(_ sequence: SequenceNumber, _ lane: LaneID) -> Bool {
    passedOver[lane].map { sequence < $0 } ?? true
  }

  /// Notes that a lane's actions are others than its host has reduced, from one on.
  private func passOver(_ lane: LaneID, from sequence: SequenceNumber) {
    guard hosts[lane] != nil else { return }
    passedOver[lane] = min(passedOver[lane] ?? sequence, sequence)
  }

  private func open(_ request: OpenRequest, _ descriptor: FeatureDescriptor, _ snapshot: [UInt8]) {
    guard hosts[request.lane] == nil else { return refuse("\(request.lane) is open already") }
    guard hosts.count < Self.lanesAtMost else {
      let reason = "the worker hosts \(Self.lanesAtMost) children for this client already"
      return write(.failed(request.lane, reason: reason))
    }
    do {
      let feature = try findFeature(descriptor)
      // The same name, but not a copy for each lane.
      var request = request
      request.feature = feature.descriptor.name
      add(try feature.makeHost(request, snapshot: snapshot, session: self))
      write(.opened(request.lane))
    } catch let refusal as HostingRefusal {
      write(.failed(request.lane, reason: refusal.reason))
    } catch {
      write(.failed(request.lane, reason: "\(error)"))
    }
  }

  private func close(_ lane: LaneID, waitsForEffects: Bool) {
    let effects = hosts[lane]?.effects
    let count = remove(lane)
    guard let effects, waitsForEffects else {
      return write(.closed(lane, cancelledCount: count))
    }
    change(effects) { effects.close($0) }
  }

  private func settle(_ lane: LaneID, through number: UInt64) {
    guard let effects = hosts[lane]?.effects else { return }
    let isKnown = change(effects) { effects.settle(through: number, $0) }
    if !isKnown { refuse("it settled what no effect of \(lane) has sent") }
  }
}
