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
    let kind = payload.withUnsafeBytes { ClientMessage.kind(ofBatch: $0) }
    guard let session = sessions[sender] else {
      // Also what it had sent before it heard of the end: that is no other offence, and no line in the log.
      if kind != .hello, forgotten.contains(sender) {
        try forget(sender)
        return nil
      }
      if case .ping(let number) = kind { return try answer(number, to: sender) }
      if let question = payload.withUnsafeBytes({ LaneQuestion(batch: $0) }) {
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
      try greet(sender, now)
    case .ping(let number):
      try send(.pong(number, laneCount: session.host.laneCount), to: sender)
    case .other:
      return try deliver(to: session)
    }
    return nil
  }

  private func deliver(to session: ClientSession) throws(ZeroMQError) -> LateBatch? {
    // With no thread left to take the role over, nothing is handled here that might be slow.
    let mustQueue = pool.isFull
    switch payload.withUnsafeBytes({ session.admit($0, mustQueue: mustQueue) }) {
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
    swap(&message, &payload)
    late = session
    let start = MonotonicClock.nowMicroseconds()
    let begun = loop.role.begin()
    loop.wakeWatch()
    message.withUnsafeBytes { batch in
      loop.batches.add(byteCount: batch.count)
      session.handle(batch)
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

  // MARK: - Greeting and leaving

  private func greet(_ sender: [UInt8], _ now: Int) throws(ZeroMQError) {
    let caller: Caller
    do throws(Refusal) {
      caller = try admit(to: .useWorker)
    } catch {
      reporter.report(error)
      return try send(.refuse(reason: reporter.text(error)), to: sender)
    }
    guard payload.count <= LinkLimits.greetingBytes else {
      let isHello = payload.withUnsafeBytes { ClientMessage.kind(ofBatch: $0) } == .hello
      let reason = "its hello is longer than \(LinkLimits.greetingBytes) bytes"
      return try refuseOnce(sender, isHello ? reason : WorkerMessage.strangerReason)
    }
    var hello: Hello?
    var problem = WorkerMessage.strangerReason
    payload.withUnsafeBytes { batch in
      do {
        try ClientMessage.decodeAll(batch) { message in
          if case .hello(let said) = message { hello = said }
        }
      } catch {
        problem = "its hello cannot be read: \(error)"
      }
    }
    guard let hello else { return try refuseOnce(sender, problem) }
    if loop.isStopping { return try refuse(sender, WorkerMessage.stoppingReason) }
    guard sessions.count + leaving.count < Self.sessionsAtMost else {
      return try refuseOnce(
        sender, "the worker serves \(Self.sessionsAtMost) clients already; start more workers")
    }
    let descriptor = payload.connectionDescriptor
    // Whatever came by a connection with its descriptor before did so by another, which is gone.
    try readEvents()
    if let descriptor { lost.append(descriptor) }
    try endLost()
    let session = makeSession(sender, descriptor, hello.name, caller.key)
    sessions[sender] = session
    forgotten.remove(sender)
    try carryOut(session.machine.greeted(hello, now: now), session)
  }

  private func makeSession(
    _ sender: [UInt8], _ descriptor: Int32?, _ name: String, _ key: CurveKey?
  ) -> ClientSession {
    let loop = loop
    let logger = logger
    // The session announces itself through the host that it owns.
    let announcer = Announcer(loop)
    let host = HostSession(
      findFeature: { descriptor throws(HostingRefusal) in try loop.feature(descriptor) },
      dependencies: loop.configuration.dependencies,
      times: loop.reduceTimes,
      onOutput: { announcer.announce() },
      onReport: { logger.error("\($0)") })
    let session = ClientSession(
      routingID: sender, descriptor: descriptor, key: key, host: host,
      silenceMilliseconds: loop.configuration.silenceMilliseconds, name: name, logger: logger)
    announcer.session = session
    host.onSelfDispatch = { announcer.noteSelfDispatch(begins: $0) }
    host.limitEffects(
      now: { MonotonicClock.nowMilliseconds() }, onDue: { announcer.noteEffects(due: $0) })
    return session
  }

  func carryOut(
    _ directive: SessionMachine.Directive?, _ session: ClientSession
  ) throws(ZeroMQError) {
    switch directive {
    case .welcome(let hello, let version):
      logger.info("\(hello.name) has come\(hello.build.map { ", of the build \($0)" } ?? "")")
      session.version = version
      session.host.speak(version: version)
      let features = loop.features.keys.sorted { $0.name < $1.name }
      let welcome = Welcome(
        version: version, processID: getpid(), features: features, traits: loop.configuration.traits
      )
      try send(.welcome(welcome), to: session.routingID)
      if let left = loop.drainMillisecondsLeft {
        try tell(.draining(withinMilliseconds: left), session)
      }
    case .refuse(let reason):
      end(session, reason)
      // It may take nothing just now.
      forgotten.add(session.routingID)
      try refuse(session.routingID, reason)
    case .forget(let reason):
      end(session, reason)
      forgotten.add(session.routingID)
      try forget(session.routingID)
    case .end(let reason):
      end(session, reason)
    case .deliver, nil:
      break
    }
  }

  // MARK: - Sending

  func refuse(_ peer: [UInt8], _ reason: String) throws(ZeroMQError) {
    loop.refusals.add(1, ordering: .relaxed)
    logger.warning("a client was refused: \(reason)")
    try send(.refuse(reason: reason), to: peer)
  }

  /// Refuses somebody without a session, who may go on to send: that is answered alike, and logged no more.
  private func refuseOnce(_ peer: [UInt8], _ reason: String) throws(ZeroMQError) {
    if forgotten.contains(peer) { return try send(.refuse(reason: reason), to: peer) }
    forgotten.add(peer)
    try refuse(peer, reason)
  }

  /// Tells a client, if it hears it, that it has no session any more. It may begin another.
  func forget(_ peer: [UInt8]) throws(ZeroMQError) {
    try send(.refuse(reason: WorkerMessage.strangerReason), to: peer)
  }

  func send(_ message: WorkerMessage, to peer: [UInt8]) throws(ZeroMQError) {
    var writer = WireWriter()
    message.encode(into: &writer)
    // What does not go out now is for somebody who takes nothing anyway.
    _ = try send(writer.bytes, to: peer)
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
    guard sessions[session.routingID] === session else { return }
    while let output = session.host.takeOutput() {
      session.unsent.append(output)
      session.unsentBytes += output.count
    }
    while let next = session.unsent.first {
      switch try send(next, to: session.routingID) {
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
