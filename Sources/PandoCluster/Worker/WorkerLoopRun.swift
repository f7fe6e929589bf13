import Glibc
import Logging
import Pando
import PandoHosting
import PandoWire
import ZeroMQ

/// One run of a worker's loop: everything that only its thread touches.
final class WorkerLoopRun {
  private let loop: WorkerLoop
  private let logger: Logger
  private var router: Socket
  private var routingID = Message()
  private var payload = Message()
  private var sessions: [[UInt8]: ClientSession] = [:]
  /// The actions of clients that have gone.
  private var goneCount: UInt64 = 0
  private var nextTick: Int = 0

  private static let tickMilliseconds: Int = 500
  private static let messagesAtOnce = 64

  init(_ loop: WorkerLoop, router: consuming Socket) {
    self.loop = loop
    logger = loop.configuration.logger
    self.router = router
  }

  /// Serves until the loop is told to stop, or standard input ends where that was asked for.
  func run() {
    do throws(ZeroMQError) {
      var poller = Poller()
      poller.add(fileDescriptor: loop.wakeUp.fileDescriptor)
      let socketIndex = poller.add(router)
      let input = loop.configuration.endsWithInput ? poller.add(fileDescriptor: STDIN_FILENO) : nil
      while !loop.isStopping {
        let now = MonotonicClock.nowMilliseconds()
        try poller.wait(timeoutMilliseconds: max(0, nextTick - now))
        loop.wakeUp.drain()
        if let input, !poller[input].isEmpty, hasInputEnded() { loop.stop() }
        if !poller[socketIndex].isEmpty { try receive() }
        try sendOutput()
        try tick()
      }
    } catch {
      logger.critical("the worker cannot go on: \(error)")
    }
    endAll()
  }

  private func hasInputEnded() -> Bool {
    var byte: UInt8 = 0
    let count = read(STDIN_FILENO, &byte, 1)
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)
  }

  // MARK: - Receiving

  private func receive() throws(ZeroMQError) {
    for _ in 0..<Self.messagesAtOnce {
      guard try router.receive(into: &routingID, wait: .never) else { return }
      let sender = [UInt8](copying: routingID)
      guard routingID.hasMore, try router.receive(into: &payload, wait: .never) else { continue }
      if payload.hasMore {
        try skipRest()
        try refuse(sender, "a message came in too many frames")
        continue
      }
      try handle(sender)
    }
    // More may be there; the next wait returns at once, after what is ready was sent.
  }

  private func skipRest() throws(ZeroMQError) {
    while payload.hasMore, try router.receive(into: &payload, wait: .never) {}
  }

  private func handle(_ sender: [UInt8]) throws(ZeroMQError) {
    let now = MonotonicClock.nowMilliseconds()
    guard let session = sessions[sender] else {
      try greet(sender, now)
      return
    }
    guard session.machine.heard(now: now) == .deliver else { return }
    if payload.withUnsafeBytes({ Self.isGoodbye($0) }) {
      try carryOut(session.machine.left("it said goodbye"), session)
      return
    }
    let refusal = payload.withUnsafeBytes { batch -> HostingRefusal? in
      do throws(HostingRefusal) {
        try session.host.receive(batch)
        return nil
      } catch {
        return error
      }
    }
    if let refusal { try carryOut(session.machine.refuse(refusal.reason), session) }
  }

  /// A goodbye ends the batch that it comes in.
  private static func isGoodbye(_ batch: UnsafeRawBufferPointer) -> Bool {
    batch.count == 1 && batch[0] == ClientMessage.goodbyeTag
  }

  private func greet(_ sender: [UInt8], _ now: Int) throws(ZeroMQError) {
    var hello: Hello?
    var problem = "it spoke before it said hello"
    payload.withUnsafeBytes { batch in
      do {
        try ClientMessage.decodeAll(batch) { message in
          if case .hello(let said) = message { hello = said }
        }
      } catch {
        problem = "its hello cannot be read: \(error)"
      }
    }
    guard let hello else {
      try refuse(sender, problem)
      return
    }
    let session = makeSession(sender)
    sessions[sender] = session
    try carryOut(session.machine.greeted(hello, now: now), session)
  }

  private func makeSession(_ sender: [UInt8]) -> ClientSession {
    let loop = loop
    let logger = logger
    let host = HostSession(
      findFeature: { descriptor throws(HostingRefusal) in try loop.feature(descriptor) },
      dependencies: loop.configuration.dependencies,
      onOutput: { loop.wakeUp.signal() },
      onReport: { logger.error("\($0)") })
    return ClientSession(
      routingID: sender, host: host,
      silenceMilliseconds: loop.configuration.silenceMilliseconds)
  }

  private func carryOut(
    _ directive: SessionMachine.Directive?, _ session: ClientSession
  ) throws(ZeroMQError) {
    switch directive {
    case .welcome(let hello):
      session.name = hello.name
      logger.info("\(hello.name) has come")
      let features = loop.features.keys.sorted { $0.name < $1.name }
      try send(.welcome(Welcome(processID: getpid(), features: features)), to: session.routingID)
    case .refuse(let reason):
      end(session, reason)
      try refuse(session.routingID, reason)
    case .end(let reason):
      end(session, reason)
    case .deliver, nil:
      break
    }
  }

  private func end(_ session: ClientSession, _ reason: String) {
    sessions[session.routingID] = nil
    goneCount &+= session.host.reducedCount
    let count = session.host.end()
    logger.info("\(session.name) has gone: \(reason); \(count) effects were cancelled")
  }

  // MARK: - Sending

  private func refuse(_ peer: [UInt8], _ reason: String) throws(ZeroMQError) {
    logger.warning("a client was refused: \(reason)")
    try send(.refuse(reason: reason), to: peer)
  }

  private func send(_ message: WorkerMessage, to peer: [UInt8]) throws(ZeroMQError) {
    var writer = WireWriter()
    message.encode(into: &writer)
    _ = try send(writer.bytes, to: peer)
  }

  /// Returns false when the peer has gone.
  private func send(_ bytes: [UInt8], to peer: [UInt8]) throws(ZeroMQError) -> Bool {
    // Without a high-water mark there is always room; what else there may be is that nobody is.
    guard try router.send(peer, more: true, wait: .never) == .sent else { return false }
    return try router.send(bytes, wait: .never) == .sent
  }

  private func sendOutput() throws(ZeroMQError) {
    var laneCount = 0
    for session in sessions.values {
      if let output = session.host.takeOutput(), try !send(output, to: session.routingID) {
        try carryOut(session.machine.left("its connection is gone"), session)
      }
      laneCount += session.host.laneCount
    }
    loop.laneCount = laneCount
    loop.actionCount = goneCount &+ sessions.values.reduce(0) { $0 &+ $1.host.reducedCount }
  }

  private func tick() throws(ZeroMQError) {
    let now = MonotonicClock.nowMilliseconds()
    guard now >= nextTick else { return }
    nextTick = now + Self.tickMilliseconds
    for session in sessions.values {
      try carryOut(session.machine.tick(now: now), session)
    }
  }

  /// Frees every child and says so to those who listen.
  private func endAll() {
    for session in sessions.values {
      session.host.end()
      try? send(.refuse(reason: "the worker is stopping"), to: session.routingID)
    }
    sessions.removeAll()
  }
}
