import Glibc
import Logging
import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

// Who comes, and who is sent away.
extension WorkerReceiver {
  func greet(_ sender: [UInt8], _ now: Int) throws(ZeroMQError) {
    let caller: Caller
    do throws(Refusal) {
      caller = try admit(to: .useWorker)
    } catch {
      reporter.report(error)
      return try send(.refuse(reason: reporter.text(error)), to: sender)
    }
    guard payload.count <= LinkLimits.greetingBytes else {
      let isHello = withBatch { ClientMessage.kind(ofBatch: $0) } == .hello
      let reason = "its hello is longer than \(LinkLimits.greetingBytes) bytes"
      return try refuseOnce(sender, isHello ? reason : WorkerMessage.strangerReason)
    }
    let hello: Hello
    do throws(HostingRefusal) {
      hello = try readHello()
    } catch {
      return try refuseOnce(sender, error.reason)
    }
    if loop.isStopping { return try refuse(sender, WorkerMessage.stoppingReason) }
    guard clientCount < Self.sessionsAtMost else {
      return try refuseOnce(
        sender, "the worker serves \(Self.sessionsAtMost) clients already; start more workers")
    }
    let descriptor = payload.connectionDescriptor
    // Whatever came by a connection with its descriptor before did so by another, which is gone.
    try readEvents()
    if let descriptor { lost.append(descriptor) }
    try endLost()
    let session = makeSession(
      ClientSession.ID(routingID: sender), descriptor, hello.name, caller.key,
      silenceMilliseconds: loop.configuration.silenceMilliseconds)
    sessions[session.id] = session
    forgotten.remove(sender)
    try carryOut(session.machine.greeted(hello, now: now), session)
  }

  /// Opens another session of a connection. It ends with the connection's own, and is never silent.
  func join(
    _ connection: ClientSession, _ number: SessionNumber, _ kind: ClientMessage.BatchKind,
    _ now: Int
  ) throws(ZeroMQError) {
    // What it had sent before it heard of its end is dropped.
    guard isFromOwner(of: connection), kind == .hello else { return }
    let id = ClientSession.ID(routingID: connection.id.routingID, number: number)
    if loop.isStopping {
      return try send(.refuse(reason: WorkerMessage.stoppingReason), to: id)
    }
    let hello: Hello
    do throws(HostingRefusal) {
      guard payload.count <= LinkLimits.greetingBytes, sessions.count < Self.sessionsOfAllAtMost
      else { throw HostingRefusal(reason: "its hello is too long, or too many are here already") }
      hello = try readHello()
    } catch {
      return try send(.refuse(reason: error.reason), to: id)
    }
    let session = makeSession(
      id, connection.descriptor, hello.name, connection.key,
      silenceMilliseconds: .max)
    sessions[id] = session
    try carryOut(session.machine.greeted(hello, now: now), session)
  }

  private func readHello() throws(HostingRefusal) -> Hello {
    var hello: Hello?
    var problem = WorkerMessage.strangerReason
    withBatch { batch in
      do {
        try ClientMessage.decodeAll(batch) { message in
          if case .hello(let said) = message { hello = said }
        }
      } catch {
        problem = "its hello cannot be read: \(error)"
      }
    }
    guard let hello else { throw HostingRefusal(reason: problem) }
    return hello
  }

  /// The number of clients that are here, or have gone and are not over.
  private var clientCount: Int {
    (Array(sessions.keys) + leaving.map(\.id)).count { $0.number == .own }
  }

  private func makeSession(
    _ id: ClientSession.ID, _ descriptor: Int32?, _ name: String, _ key: CurveKey?,
    silenceMilliseconds: Int
  ) -> ClientSession {
    let loop = loop
    let logger = logger
    // The session announces itself through the host that it owns.
    let announcer = Announcer(loop)
    let host = HostSession(
      number: id.number,
      findFeature: { descriptor throws(HostingRefusal) in try loop.feature(descriptor) },
      dependencies: loop.configuration.dependencies,
      times: loop.reduceTimes, processorClock: loop.processorClock,
      onOutput: { announcer.announce() },
      onReport: { logger.error("\($0)") })
    let session = ClientSession(
      id, descriptor: descriptor, key: key, host: host, silenceMilliseconds: silenceMilliseconds,
      name: name, logger: logger)
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
      let features = loop.features.keys.sorted { $0.name < $1.name }
      let welcome = Welcome(
        version: version, processID: getpid(), features: features, traits: loop.configuration.traits
      )
      try send(.welcome(welcome), to: session.id)
      if let left = loop.drainMillisecondsLeft {
        try tell(.draining(withinMilliseconds: left), session)
      }
    case .refuse(let reason):
      end(session, reason)
      if session.id.number != .own { return try refuse(session, reason) }
      // It may take nothing just now.
      forgotten.add(session.id.routingID)
      try refuse(session.id.routingID, reason)
    case .forget(let reason):
      end(session, reason)
      forgotten.add(session.id.routingID)
      try forget(session.id.routingID)
    case .end(let reason):
      end(session, reason)
    case .deliver, nil:
      break
    }
  }

  /// Refuses a store of a client, and where that does not take it now, the client: else the store would wait for answers.
  private func refuse(_ session: ClientSession, _ reason: String) throws(ZeroMQError) {
    noteRefusal(reason)
    var writer = WireWriter()
    session.id.number.encode(into: &writer)
    WorkerMessage.refuse(reason: reason).encode(into: &writer)
    if try send(writer.bytes, to: session.id.routingID) == .sent { return }
    if let connection = sessions[ClientSession.ID(routingID: session.id.routingID)] {
      try carryOut(connection.machine.refuse(reason), connection)
    }
  }

  /// Refuses whoever sent a batch of which it cannot be told of what session it is.
  func refuseUnreadable(_ sender: [UInt8]) throws(ZeroMQError) {
    let reason = "a batch of it is of no session"
    guard let connection = sessions[ClientSession.ID(routingID: sender)] else {
      return try refuseStranger(sender, reason)
    }
    // Else it is of another, behind the routing id of one that has gone.
    if isFromOwner(of: connection) {
      try carryOut(connection.machine.refuse(reason), connection)
    }
  }

  /// Refuses somebody without a session, who may have no right to one either.
  func refuseStranger(_ sender: [UInt8], _ reason: String) throws(ZeroMQError) {
    do throws(Refusal) {
      _ = try admit(to: .useWorker)
    } catch {
      reporter.report(error)
      return try send(.refuse(reason: reporter.text(error)), to: sender)
    }
    try refuseOnce(sender, reason)
  }
}
