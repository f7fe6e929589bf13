import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// One worker as a store reaches it: the socket to it, which the loop's thread reads, and on which any
/// thread sends.
///
/// Sending on the spot saves a wake-up of the loop's thread, which takes longer than many commits.
final class WorkerLink: HostingLink, @unchecked Sendable {
  let member: MemberID
  let name: String
  let endpoint: Endpoint
  /// The keys to try, one after the other; nil where none are needed.
  let paths: [CurvePath]?
  /// True if the worker is a process that was started for the link alone.
  let hasProcess: Bool
  let hasOneLane: Bool
  /// The sessions of the stores that share it.
  let stores = StoreSessions()
  /// Wakes the loop's thread; only if it waits, when true.
  let wake: @Sendable (Bool) -> Void
  private let commits = Atomic<UInt64>(0)
  private let steps = Atomic<UInt64>(0)
  /// The stage of `machine`, to be read without the lock: only the loop's thread moves it on.
  private let stageNumber = Atomic<Int>(Stage.handshake.rawValue)

  // Every `var` is touched only inside `locked`, which also gives the fence that libzmq asks for when
  // another thread uses a socket.
  private let mutex = Mutex<Void>(())
  private var socket: Socket?
  /// The handshake, and whether the worker still answers.
  private var machine: LinkMachine
  /// True if the worker has said welcome, and the socket is open.
  private var isReady = false
  /// The messages that the loop's thread is to send.
  private var queue = QueuedBatches()
  /// Where a batch of a session of a store's own is put together.
  private var framed = WireWriter()
  /// The connection, over tcp, and the keys that it uses.
  private var connection: PeerConnection?
  private var path: CurvePath?
  /// True if the worker is trusted no longer: nothing more is sent.
  private var isCutOff = false
  /// The batches that came while the loop's thread was busy. They are read before what waits at the socket.
  private var unread = UnreadBatches()
  /// The process at the other end, as what came before the welcome tells, if that was taken in here.
  private var greeterProcessID: Int32?
  /// The complaints of stores about the worker.
  var charge = WorkerCharge()

  init(
    member: MemberID, name: String, endpoint: Endpoint, paths: [CurvePath]?, machine: LinkMachine,
    hasOneLane: Bool = false, wake: @escaping @Sendable (Bool) -> Void
  ) {
    self.member = member
    self.machine = machine
    hasProcess = machine.hasProcess
    self.hasOneLane = hasOneLane
    self.name = name
    self.endpoint = endpoint
    self.paths = paths
    self.wake = wake
  }

  func locked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return try body()
  }

  // MARK: - For the store

  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]? {
    send(batch, of: .own)
    return nil
  }

  /// Sends a batch of one of the sessions that share the connection.
  ///
  /// - Parameter isWhole: True if nothing may be put behind it in the same batch, nor it behind others.
  func send(
    _ batch: UnsafeRawBufferPointer, of session: SessionNumber, isWhole: Bool = false
  ) {
    guard !batch.isEmpty else { return }
    let (isSent, isReadable) = locked { () -> (Bool, Bool) in
      if isReady, queue.isEmpty, let isReadable = sendNow(batch, of: session) {
        return (true, isReadable)
      }
      queue.append(batch, of: session, isWhole: isWhole)
      return (false, true)
    }
    if !isSent { wake(false) } else if isReadable { wake(true) }
  }

  private func sendNow(_ batch: UnsafeRawBufferPointer, of session: SessionNumber) -> Bool? {
    if session == .own { return sendNow(batch) }
    framed.removeAll()
    session.encode(into: &framed)
    framed.append(contentsOf: batch)
    return framed.withBytes { sendNow($0) }
  }

  /// Sends on the calling thread. Nil when that cannot be done now; else whether there is something to
  /// receive, because sending may have swallowed what would have woken the loop.
  private func sendNow(_ batch: UnsafeRawBufferPointer) -> Bool? {
    // An error is met again, and handled, by the loop.
    guard (try? socket?.send(batch, wait: .never)) == .sent else { return nil }
    return (try? socket?.events.contains(.readable)) ?? true
  }

  func countCommits(_ count: Int) { commits.add(UInt64(count), ordering: .relaxed) }

  func noteProgress() { steps.add(1, ordering: .relaxed) }

  /// The number of times that something came of the worker's reducers or effects.
  var stepCount: UInt64 { steps.load(ordering: .relaxed) }

  /// True if something came that the loop's thread has not come to read.
  var hasUnread: Bool { locked { !unread.isEmpty } }

  /// The number of actions that the worker reduced and that have committed.
  var commitCount: UInt64 { commits.load(ordering: .relaxed) }

  // MARK: - For the supervisor

  /// Asks the worker whether it still answers, if it has been silent. Whoever receives may be busy.
  func ask(now: Int) {
    guard case .ping(let number)? = handle(.ask, now: now) else { return }
    var writer = WireWriter()
    ClientMessage.ping(number).encode(into: &writer)
    _ = writer.withBytes { send($0) }
  }

  /// Takes in what waits at the socket, for the loop's thread, which is busy. A worker that says more than it may have
  /// unread is given up, and its connection ends at once.
  ///
  /// - Parameter laneCount: The number of lanes that it has: it may owe a window of answers for each.
  /// - Returns: True if more may be there, which is for the next time.
  func takeIn(by message: inout Message, laneCount: Int) -> Bool {
    var hasMore = true
    var hasNews = false
    for _ in 0..<Self.piecesAtOnce where hasMore {
      // Others send meanwhile.
      locked { hasMore = takeSome(&message, laneCount, &hasNews) }
    }
    // The loop's thread waits for the socket, from which that was taken, and with it the news that there is room again.
    if hasNews || hasQueued { wake(false) }
    return hasMore
  }

  private var hasQueued: Bool { locked { !queue.isEmpty } }

  /// Returns whether more may be there.
  private func takeSome(
    _ message: inout Message, _ laneCount: Int, _ hasNews: inout Bool
  ) -> Bool {
    var byteCount = 0
    for _ in 0..<Self.takenAtOnce where byteCount < Self.bytesTakenAtOnce {
      // An error is met again, and handled, by the loop.
      guard (try? socket?.receive(into: &message, wait: .never)) == true else { return false }
      // Nobody wants to hear it any more.
      if isCutOff { continue }
      hasNews = true
      byteCount += message.count
      if !isReady, let processID = message.peerProcessID { greeterProcessID = processID }
      unread.append(message)
      if unread.isTooMuch(laneCount: laneCount) { giveUp() }
    }
    return true
  }

  /// Ends the connection of a worker that says too much, so that no more of it comes. The loop drops the link.
  private func giveUp() {
    if charge.refusal == nil {
      let reason = "it has said more than \(unread.byteCount >> 20) MiB that nobody could read yet"
      charge.refuse(.overran, reason, by: nil)
    }
    isReady = false
    isCutOff = true
    unread.removeAll()
    try? socket?.disconnect(endpoint)
  }

  private static let piecesAtOnce = 16
  private static let takenAtOnce = 256
  private static let bytesTakenAtOnce = 1 << 20

  // MARK: - For the keyring's thread

  /// Ends the connection at once, whatever the loop's thread is busy with, unless the worker is trusted.
  /// The loop drops the link.
  func cutOff(unlessTrustedBy keyring: Keyring) {
    locked {
      guard let path, !keyring.has(path.serverKey, .worker) else { return }
      isReady = false
      isCutOff = true
      connection?.cut()
    }
  }

  // MARK: - For the loop

  func note(_ connection: PeerConnection?, _ path: CurvePath?) {
    locked {
      self.connection = connection
      self.path = path
    }
  }

  func handle(_ event: LinkMachine.Event, now: Int) -> LinkMachine.Directive? {
    locked {
      defer { noteStage() }
      return machine.handle(event, now: now)
    }
  }

  /// The stage of a link.
  enum Stage: Int {
    case handshake
    case session
    case over
  }

  var stage: Stage { Stage(rawValue: stageNumber.load(ordering: .relaxed)) ?? .over }

  private func noteStage() {
    let stage: Stage =
      switch machine.phase {
      case .connecting, .greeting: .handshake
      case .ready, .finishing: .session
      case .ended: .over
      }
    stageNumber.store(stage.rawValue, ordering: .relaxed)
  }

  func attach(_ socket: consuming Socket) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    self.socket = consume socket
  }

  /// Closes the socket; nothing is sent from here on.
  func detach() {
    locked {
      isReady = false
      socket = nil
      unread.removeAll()
    }
  }

  func becomeReady() { locked { isReady = true } }

  /// Receives a batch; false when there is none.
  func receive(into message: inout Message) throws(ZeroMQError) -> Bool {
    try locked { () throws(ZeroMQError) in
      if !unread.isEmpty { return unread.takeFirst(into: &message) }
      return try socket?.receive(into: &message, wait: .never) ?? false
    }
  }

  /// The process that sent a message over ipc, by the system's word; nil over tcp.
  func processID(of message: borrowing Message) -> Int32? {
    message.peerProcessID ?? locked { greeterProcessID }
  }

  /// Sends what was queued. A worker that is gone takes nothing; its end comes by other ways.
  func flush() throws(ZeroMQError) {
    try locked { () throws(ZeroMQError) in
      guard !isCutOff else { return }
      try queue.takeAll { (bytes) throws(ZeroMQError) in
        try socket?.send(bytes, wait: .never) == .sent
      }
    }
  }

  /// Sends a batch ahead of everything queued; false when the worker does not take it.
  func sendAtOnce(_ writer: borrowing WireWriter) throws(ZeroMQError) -> Bool {
    try writer.withBytes { bytes throws(ZeroMQError) in
      try locked { () throws(ZeroMQError) in
        if isCutOff { return false }
        return try socket?.send(bytes, wait: .never) == .sent
      }
    }
  }

  /// True if there is something to receive.
  var isReadable: Bool {
    get throws(ZeroMQError) {
      try locked { () throws(ZeroMQError) in
        if !unread.isEmpty { return true }
        return try socket?.events.contains(.readable) ?? false
      }
    }
  }
}
