import DequeModule
import Logging
import Pando
import PandoHosting
import Synchronization
import ZeroMQ

/// One client of a worker: what it said that is still to be handled, and who handles it.
final class ClientSession: @unchecked Sendable {
  /// The next work for the session, of a thread that reduces.
  enum Work {
    case batch([UInt8])
    /// The client has gone; nothing follows.
    case end(reason: String)
  }

  struct ID: Hashable {
    let routingID: [UInt8]
    var number = SessionNumber.own
  }

  private struct Turn {
    var machine = TurnMachine()
    var inbox: Deque<[UInt8]> = []
    var inboxBytes = 0
    var refusal: String?
    var endReason: String?
    var hasEnded = false
  }

  /// The number of bytes that a client may have said and that are not handled yet.
  static let inboxBytesAtMost = 512 << 20

  /// The number of bytes that may wait for a client that does not take them.
  static let unsentBytesAtMost = 128 << 20

  /// The client that it is of, and which of those of one connection.
  let id: ID
  /// The descriptor of its connection, as long as that lasts.
  let descriptor: Int32?
  /// The key that it was opened with; nil over ipc.
  let key: CurveKey?
  /// The same as libzmq has it with each message.
  let user: [CChar]?
  let host: HostSession
  /// True if it is in the list of those that have something for the receiver.
  let isAnnounced = Atomic<Bool>(false)
  private let turn = Mutex(Turn())

  /// The client's name in messages to people.
  let name: String

  // Only the thread that has the receiver's role touches these.
  var machine: SessionMachine
  /// The output that the client's connection does not take yet.
  var unsent: Deque<[UInt8]> = []
  var unsentBytes = 0
  /// When the client went, where it has.
  var goneSince = 0
  private let logger: Logger

  init(
    _ id: ID, descriptor: Int32?, key: CurveKey?, host: HostSession,
    silenceMilliseconds: Int, name: String, logger: Logger
  ) {
    self.id = id
    self.descriptor = descriptor
    self.key = key
    user = key.map { Array($0.z85.utf8CString) }
    self.host = host
    self.name = name
    self.logger = logger
    machine = SessionMachine(silenceMilliseconds: silenceMilliseconds)
  }

  // MARK: - For the receiver

  /// Has the client hear messages behind all that is ready for it.
  func queue(_ messages: [UInt8]) {
    let batch = id.number.framed(messages)
    unsent.append(batch)
    unsentBytes += batch.count
  }

  /// A decision about a batch that came.
  enum Admission {
    case handle
    case queued(needsThread: Bool)
    case tooMuch
  }

  /// Takes a batch in, and copies it where it is not handled on the spot.
  func admit(_ batch: UnsafeRawBufferPointer, mustQueue: Bool) -> Admission {
    turn.withLock { turn in
      let directive = turn.machine.received(mustQueue: mustQueue)
      if directive == .handle { return .handle }
      turn.inbox.append([UInt8](copying: batch))
      turn.inboxBytes += batch.count
      guard turn.inboxBytes <= Self.inboxBytesAtMost else { return .tooMuch }
      return .queued(needsThread: directive == .queueAndSchedule)
    }
  }

  /// Returns whether a thread is to be found for what came meanwhile.
  func finishedOnTheSpot(microseconds: Int) -> Bool {
    turn.withLock { turn in
      turn.machine.finishedOnTheSpot(
        microseconds: microseconds, isQueueEmpty: turn.inbox.isEmpty && turn.endReason == nil)
    }
  }

  /// Has a thread end the session, which reduces nothing more. Returns whether one is to be found.
  func requestEnd(reason: String) -> Bool {
    host.interrupt()
    return turn.withLock { turn in
      turn.endReason = reason
      return turn.machine.received(mustQueue: true) == .queueAndSchedule
    }
  }

  /// Why the session must end, if a thread found a reason.
  func takeRefusal() -> String? {
    turn.withLock { turn in
      defer { turn.refusal = nil }
      return turn.refusal
    }
  }

  /// True if everything of the client has ended but for its effects, which were cancelled.
  var hasEnded: Bool { turn.withLock { $0.hasEnded } }

  /// True if everything of the client has ended, its effects too.
  var isOver: Bool { turn.withLock { $0.hasEnded } && host.effectCount == 0 }

  // MARK: - For the thread that handles what the client said

  func lostRole() { turn.withLock { $0.machine.lostRole() } }

  func began() { turn.withLock { $0.machine.began() } }

  /// True if more is to be handled. For any thread.
  var hasMore: Bool { turn.withLock { !$0.inbox.isEmpty } }

  func next() -> Work? {
    turn.withLock { turn in
      if let batch = turn.inbox.popFirst() {
        turn.inboxBytes -= batch.count
        return .batch(batch)
      }
      if let reason = turn.endReason, !turn.hasEnded { return .end(reason: reason) }
      return nil
    }
  }

  /// Handles a batch. A client that broke the protocol is dropped by the receiver.
  func handle(_ batch: UnsafeRawBufferPointer) {
    do throws(HostingRefusal) {
      try host.receive(batch)
    } catch {
      turn.withLock { $0.refusal = error.reason }
    }
  }

  /// Frees everything of the client.
  func end(reason: String) {
    let count = host.end()
    turn.withLock { $0.hasEnded = true }
    logger.info("\(name) has gone: \(reason); \(count) effects were cancelled")
  }

  /// Returns whether the thread goes on with the session, and else whether another is to be found.
  func finished(microseconds: Int, othersWait: Bool) -> (goesOn: Bool, needsThread: Bool) {
    turn.withLock { turn in
      let hasEndToCome = turn.endReason != nil && !turn.hasEnded
      let goesOn = turn.machine.finished(
        microseconds: microseconds, isQueueEmpty: turn.inbox.isEmpty && !hasEndToCome,
        othersWait: othersWait)
      return (goesOn, turn.machine.phase == .waiting)
    }
  }
}
