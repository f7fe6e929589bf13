import Logging
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// One run of a link loop: everything that only its thread touches.
final class LinkLoopRun {
  let loop: LinkLoop
  let delegate: any LinkDelegate
  let logger = Logger(label: "pando.links")

  var connections: [LinkConnection] = []
  private var message = Message()
  private var isStopping = false
  var nextTick: Int = 0
  private var wakeUpIndex = 0
  private var busyPoll = BusyPoll()
  /// True if somebody had something in the last turn.
  private var hasActed = false
  /// The refusals that were told: each once.
  var toldRefusals: Set<String> = []

  /// The number of messages of one worker that are taken before it is answered.
  private static let batchesAtOnce = 16
  /// The number of times that one worker is served before it is the others' turn.
  private static let turnsAtOnce = 16
  /// The time that the last messages of a worker may take to come that has crashed.
  private static let lastWordsMilliseconds = 10

  init(_ loop: LinkLoop, _ delegate: any LinkDelegate) {
    self.loop = loop
    self.delegate = delegate
  }

  func run() {
    guard let context = loop.takeContext() else { preconditionFailure("a loop runs once") }
    do throws(ZeroMQError) {
      var poller = Poller()
      wakeUpIndex = poller.add(fileDescriptor: loop.wakeUp.fileDescriptor)
      nextTick = MonotonicClock.nowMilliseconds()
      while !isStopping {
        try turn(context, &poller)
      }
      for connection in connections {
        sayGoodbye(connection)
        connection.link.detach()
      }
      connections.removeAll()
    } catch {
      // Nothing here depends on peers or users: only the end of memory gets here.
      logger.critical("the link loop cannot go on: \(error)")
      for connection in connections {
        handle(.dropped(.died, reason: "\(error)"), connection)
      }
      delegate.makeCalls()
      connections.removeAll()
    }
  }

  private func turn(_ context: borrowing Context, _ poller: inout Poller) throws(ZeroMQError) {
    let now = MonotonicClock.nowMilliseconds()
    // What a stop did to the connections is known to a turn that begins behind it.
    let stops = loop.stops
    let isHelloDue = connections.contains { $0.isHelloDue }
    loop.isWaiting.store(true, ordering: .sequentiallyConsistent)
    // A send may have swallowed what would have woken the wait.
    var isReadable = false
    for connection in connections {
      if try connection.link.isReadable { isReadable = true }
      if connection.isNew { isReadable = true }
    }
    let deadline = connections.compactMap(\.crashDeadline).reduce(nextTick, min)
    let timeout = isReadable ? 0 : isHelloDue ? 1 : max(0, deadline - now)
    if !isReadable { loop.noteRest(begins: true) }
    let count = try wait(timeout, &poller)
    loop.noteRest(begins: false)
    loop.isWaiting.store(false, ordering: .sequentiallyConsistent)
    hasActed = count > 0 || isReadable
    if !poller[wakeUpIndex].isEmpty { loop.wakeUp.drain() }
    try obey(context, &poller)
    for connection in connections {
      if connection.isNew || !poller[connection.monitorIndex].isEmpty { try watch(connection) }
      if try serve(connection), connection.isDisconnected {
        connection.isDisconnected = false
        noteLoss(connection)
      }
    }
    try dropCrashed()
    try tick(stops)
    tryNextPaths(context, &poller)
    delegate.makeCalls()
    for connection in connections where connection.isOver {
      poller.remove(at: connection.socketIndex)
      poller.remove(at: connection.monitorIndex)
      connection.link.detach()
    }
    connections.removeAll(where: \.isOver)
  }

  /// Waits for workers and for other threads, and returns how many have something.
  private func wait(
    _ timeout: Int, _ poller: inout Poller
  ) throws(ZeroMQError) -> Int {
    var count = 0
    if timeout > 0, hasActed,
      try busyPoll.finds({ () throws(ZeroMQError) in
        count = try poller.wait(timeoutMilliseconds: 0)
        return count > 0
      })
    {
      return count
    }
    return try poller.wait(timeoutMilliseconds: timeout)
  }

  // MARK: - What others want

  private func obey(_ context: borrowing Context, _ poller: inout Poller) throws(ZeroMQError) {
    let inbox = loop.takeCommands()
    isStopping = inbox.isStopping
    for command in inbox.commands {
      switch command {
      case .open(let link): open(link, context, &poller)
      case .exited(let link, let end, let reason): handle(.exited(end, reason: reason), for: link)
      case .crashed(let link):
        let connection = connections.first { $0.link === link }
        connection?.crashDeadline = MonotonicClock.nowMilliseconds() + Self.lastWordsMilliseconds
      case .drop(let link, let end, let reason): drop(link, end, reason)
      case .unresolved(let link, let reason):
        if link.stage == .handshake { handle(.dropped(.left, reason: reason), for: link) }
      case .distrust(let keyring): dropDistrusted(keyring)
      }
    }
  }

  private func open(
    _ link: WorkerLink, _ context: borrowing Context, _ poller: inout Poller
  ) {
    do throws(ZeroMQError) {
      let connection = try LinkConnection(link, in: context, stops: loop.stops)
      connection.socketIndex = poller.add(fileDescriptor: connection.fileDescriptor)
      connection.monitorIndex = poller.add(fileDescriptor: connection.monitorDescriptor)
      connections.append(connection)
      NameLookup(link.endpoint) { [weak loop] in loop?.post(.unresolved(link, reason: $0)) }
    } catch {
      delegate.linkHasEnded(link, .left, reason: "\(error)")
    }
  }

  /// Ends the use of a worker that need not be bad, so it hears a goodbye.
  private func drop(_ link: WorkerLink, _ end: LinkEnd, _ reason: String) {
    guard let connection = connections.first(where: { $0.link === link }) else { return }
    sayGoodbye(connection)
    handle(.dropped(end, reason: reason), connection)
  }

  private func handle(_ event: LinkMachine.Event, for link: WorkerLink) {
    if let connection = connections.first(where: { $0.link === link }) {
      handle(event, connection)
    }
  }

  /// Gives up the workers that have crashed, and whose processes are still there to print what happened.
  private func dropCrashed() throws(ZeroMQError) {
    for connection in connections {
      let now = MonotonicClock.nowMilliseconds()
      guard let deadline = connection.crashDeadline, deadline <= now else { continue }
      // What it has answered is no suspect, though much may have come while this thread was busy, and each answer has a
      // parent's reducer run. One that says more than can have come by then has not crashed, whatever it says.
      let hasReadAll = try serve(connection)
      let isTooMuch = connection.lastWordsBytes > LinkLimits.lastWordsBytes
      guard hasReadAll || isTooMuch else { continue }
      connection.crashDeadline = nil
      handle(.dropped(.died, reason: "it crashed"), connection)
    }
  }

  func handle(_ event: LinkMachine.Event, _ connection: LinkConnection) {
    let now = MonotonicClock.nowMilliseconds()
    guard let directive = connection.link.handle(event, now: now) else { return }
    switch directive {
    case .sayHello:
      connection.isHelloDue = true
    case .becomeReady(let welcome):
      connection.link.becomeReady()
      delegate.linkIsReady(connection.link, welcome)
    case .ping:
      // The supervisor asks.
      break
    case .end(let end, let reason):
      delegate.linkHasEnded(connection.link, end, reason: reason)
    }
  }

  // MARK: - What workers say

  private func watch(_ connection: LinkConnection) throws(ZeroMQError) {
    connection.isNew = false
    while let event = try connection.monitor.next(wait: .never) {
      switch event.kind {
      case .connected:
        connection.link.note(
          event.descriptor.flatMap(PeerConnection.init), connection.path)
      case .handshakeSucceeded: handle(.connected, connection)
      case .disconnected:
        connection.isDisconnected = true
        connection.isLossExcused = wasStopped(connection)
      // Of the one that is lost nothing is learned from who comes to its endpoint: the loss follows.
      case .handshakeFailed where connection.link.stage == .session:
        break
      case .handshakeFailed(let failure): handshakeFailed(failure, connection)
      default: break
      }
    }
  }

  /// Takes in what has come and sends what is to be sent, until neither is left or it is another's turn: a worker may
  /// say more than can be read, without end.
  ///
  /// - Returns: True if nothing is left.
  @discardableResult
  func serve(_ connection: LinkConnection) throws(ZeroMQError) -> Bool {
    for _ in 0..<Self.turnsAtOnce where !connection.isOver {
      let received = try receive(connection)
      if let (end, reason) = connection.link.givenUp {
        // Of a crash the loss tells more.
        if case .crashed = end {
        } else {
          logger.error("\(connection.link.name) is given up: \(reason)")
        }
        handle(.dropped(end, reason: reason), connection)
        return true
      }
      try send(connection)
      if received < Self.batchesAtOnce { return true }
    }
    return connection.isOver
  }

  private func receive(_ connection: LinkConnection) throws(ZeroMQError) -> Int {
    var count = 0
    while count < Self.batchesAtOnce,
      try connection.link.receive(into: &message)
    {
      count += 1
      try message.withUnsafeBytes { batch throws(ZeroMQError) in try read(batch, connection) }
      if connection.isOver { return count }
    }
    return count
  }

  private func read(
    _ batch: UnsafeRawBufferPointer, _ connection: LinkConnection
  ) throws(ZeroMQError) {
    busyPoll.note(byteCount: batch.count)
    if connection.crashDeadline != nil {
      connection.lastWordsBytes += batch.count + UnreadBatches.overhead
    }
    if connection.link.stage == .session {
      handle(.heard, connection)
      connection.trace.noteMessage()
      if !WorkerMessage.isRefusal(batch) {
        delegate.link(connection.link, received: batch)
        return
      }
      // Who has answered may be the next life of a worker that others run, back at its endpoint before this thread came
      // to see the loss.
      if !connection.link.hasProcess { try watch(connection) }
    }
    guard batch.count <= LinkLimits.greetingBytes else {
      let reason = "its greeting, or refusal, is longer than \(LinkLimits.greetingBytes) bytes"
      return handle(.dropped(.refused, reason: reason), connection)
    }
    do {
      try WorkerMessage.decodeAll(batch) { message in
        switch message {
        case .welcome(let welcome):
          connection.processID = connection.link.processID(of: self.message)
            .flatMap { $0 > 0 ? $0 : nil }
          handle(.welcomed(welcome), connection)
        case .refuse(WorkerMessage.strangerReason) where connection.isDisconnected:
          // It knows nothing of what the last one did. The loss says that, and follows.
          break
        case .refuse(let reason):
          tellOfRefusal(reason, connection)
          handle(.refused(reason: reason), connection)
        default:
          handle(.dropped(.refused, reason: "it spoke outside of its session"), connection)
        }
      }
    } catch {
      handle(
        .dropped(.refused, reason: "a message of it cannot be read: \(error)"), connection)
    }
  }
}
