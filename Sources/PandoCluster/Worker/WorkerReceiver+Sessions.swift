import Glibc
import Logging
import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

extension WorkerReceiver {
  /// Handles the message in `payload`. Returns the batch with which the role was lost.
  func handle(from sender: [UInt8]) throws(ZeroMQError) -> LateBatch? {
    let now = MonotonicClock.nowMilliseconds()
    guard let (number, start) = payload.withUnsafeBytes({ SessionNumber.read($0) }) else {
      try refuseUnreadable(sender)
      return nil
    }
    payloadStart = start
    let kind = withBatch { ClientMessage.kind(ofBatch: $0) }
    guard let session = sessions[ClientSession.ID(routingID: sender, number: number)] else {
      if number != .own {
        if let connection = sessions[ClientSession.ID(routingID: sender)] {
          try join(connection, number, kind, now)
        } else {
          try refuseStranger(sender, WorkerMessage.strangerReason)
        }
        return nil
      }
      // Also what it had sent before it heard of the end: that is no other offence, and no line in the log.
      if kind != .hello, forgotten.contains(sender) {
        try forget(sender)
        return nil
      }
      if case .ping(let number) = kind { return try answer(number, to: sender) }
      if let question = withBatch({ LaneQuestion(batch: $0) }) {
        try answer(question, to: sender)
        return nil
      }
      try greet(sender, now)
      return nil
    }
    guard isFromOwner(of: session) else { return nil }
    guard session.machine.heard(now: now) == .deliver else { return nil }
    switch kind {
    case .goodbye:
      try carryOut(session.machine.left("it said goodbye"), session)
    case .hello:
      // A second life of the client, or of another behind the same routing id.
      try carryOut(session.machine.left("it began anew"), session)
      if number == .own {
        try greet(sender, now)
      } else if let connection = sessions[ClientSession.ID(routingID: sender)] {
        try join(connection, number, kind, now)
      }
    case .ping(let number):
      try send(.pong(number, laneCount: session.host.laneCount), to: session.id)
      if session.host.tellCosts() { try sendOutput(of: session) }
    case .other:
      return try deliver(to: session)
    }
    return nil
  }

  /// Lends the messages of the batch in `payload`.
  func withBatch<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    payload.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[payloadStart...])) }
  }

  private func deliver(to session: ClientSession) throws(ZeroMQError) -> LateBatch? {
    // With no thread left to take the role over, nothing is handled here that might be slow.
    let mustQueue = pool.isFull
    switch withBatch({ session.admit($0, mustQueue: mustQueue) }) {
    case .handle:
      return try handleOnTheSpot(session)
    case .queued(let needsThread):
      if needsThread { pool.schedule(session) }
    case .tooMuch:
      let reason = "it sends more than the worker can reduce"
      try carryOut(session.machine.refuse(reason), session)
    }
    return nil
  }

  /// Handles the batch without another thread. Returns it if the role was lost meanwhile; nothing of the receiver may
  /// be touched then.
  private func handleOnTheSpot(_ session: ClientSession) throws(ZeroMQError) -> LateBatch? {
    // Whoever has the role next receives into another.
    var message = Message()
    let messages = payloadStart...
    swap(&message, &payload)
    late = session
    let start = MonotonicClock.nowMicroseconds()
    let begun = loop.role.begin()
    loop.wakeWatch()
    message.withUnsafeBytes { batch in
      loop.batches.add(byteCount: batch.count)
      session.handle(UnsafeRawBufferPointer(rebasing: batch[messages]))
    }
    let isInTime = loop.role.end(begun)
    let microseconds = MonotonicClock.nowMicroseconds() - start
    loop.batches.add(microseconds: microseconds)
    guard isInTime else { return LateBatch(session: session, microseconds: microseconds) }
    late = nil
    if session.finishedOnTheSpot(microseconds: microseconds) { pool.schedule(session) }
    freshMicroseconds += microseconds
    // Messages are bounded, since what libzmq holds for a client is counted in messages.
    if session.host.outputByteCount > Self.freshBytesAtMost {
      try sendOutput(of: session)
    } else if fresh.last !== session {
      fresh.append(session)
    }
    return nil
  }

  /// Answers somebody without a session, who wants to know whether the worker is there.
  private func answer(_ number: UInt64, to sender: [UInt8]) throws(ZeroMQError) -> LateBatch? {
    do throws(Refusal) {
      _ = try admit(to: .askHealth)
    } catch {
      reporter.report(error)
      try send(.refuse(reason: reporter.text(error)), to: sender)
      return nil
    }
    try send(.pong(number, laneCount: loop.laneCount), to: sender)
    return nil
  }

  // MARK: - Sending

  func refuse(_ peer: [UInt8], _ reason: String) throws(ZeroMQError) {
    noteRefusal(reason)
    try send(.refuse(reason: reason), to: peer)
  }

  func noteRefusal(_ reason: String) {
    loop.refusals.add(1, ordering: .relaxed)
    logger.warning("a client was refused: \(reason)")
  }

  /// Refuses somebody without a session, who may go on to send: that is answered alike, and logged no more.
  func refuseOnce(_ peer: [UInt8], _ reason: String) throws(ZeroMQError) {
    if forgotten.contains(peer) { return try send(.refuse(reason: reason), to: peer) }
    forgotten.add(peer)
    try refuse(peer, reason)
  }

  /// Tells a client, if it hears it, that it has no session any more. It may begin another.
  func forget(_ peer: [UInt8]) throws(ZeroMQError) {
    try send(.refuse(reason: WorkerMessage.strangerReason), to: peer)
  }

  func send(_ message: WorkerMessage, to peer: [UInt8]) throws(ZeroMQError) {
    try send(message, to: ClientSession.ID(routingID: peer))
  }

  func send(_ message: WorkerMessage, to session: ClientSession.ID) throws(ZeroMQError) {
    var writer = WireWriter()
    session.number.encode(into: &writer)
    message.encode(into: &writer)
    // What does not go out now is for somebody who takes nothing anyway.
    _ = try send(writer.bytes, to: session.routingID)
  }

  func send(_ bytes: [UInt8], to peer: [UInt8]) throws(ZeroMQError) -> SendOutcome {
    let outcome = try router?.send(peer, more: true, wait: .never) ?? .unreachable
    guard outcome == .sent else { return outcome }
    return try router?.send(bytes, wait: .never) ?? .unreachable
  }

  /// Sends what sessions have ready: those handled here, those announced, and those that threads reduce.
  func sendOutput() throws(ZeroMQError) {
    for session in fresh { try sendOutput(of: session) }
    fresh.removeAll(keepingCapacity: true)
    freshMicroseconds = 0
    for session in loop.takeAnnounced() {
      session.isAnnounced.store(false, ordering: .sequentiallyConsistent)
      try sendOutput(of: session)
    }
    try sendOutputOfBusySessions()
    if blocked.isEmpty { return }
    let sessions = blocked
    blocked.removeAll()
    for session in sessions { try sendOutput(of: session) }
  }

  func sendOutput(of session: ClientSession) throws(ZeroMQError) {
    guard sessions[session.id] === session else { return }
    while let output = session.host.takeOutput() { session.queue(output) }
    while let next = session.unsent.first {
      switch try send(next, to: session.id.routingID) {
      case .sent:
        session.unsent.removeFirst()
        session.unsentBytes -= next.count
        continue
      case .unreachable:
        return try carryOut(session.machine.left("its connection is gone"), session)
      case .wouldBlock:
        guard session.unsentBytes <= ClientSession.unsentBytesAtMost else {
          return try carryOut(session.machine.refuse("it does not take its answers"), session)
        }
        if !blocked.contains(where: { $0 === session }) { blocked.append(session) }
      }
      break
    }
    if let reason = session.takeRefusal() {
      try carryOut(session.machine.refuse(reason), session)
    }
  }
}
