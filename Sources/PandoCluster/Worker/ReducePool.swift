import DequeModule
import Pando
import PandoHosting
import ZeroMQ

/// The threads on which a worker reduces: one session at a time on each, and a bounded number of them.
///
/// They come when there is work that waits, and go when there was none for a while.
final class ReducePool: @unchecked Sendable {
  /// A session that is being handled, for the watch.
  struct Busy {
    let session: ClientSession
    /// The time since which it has been handled without a pause, in milliseconds.
    let since: Int
    var hang: HangMachine
  }

  /// A session that has handled one message for some time, or for too long.
  struct Hang {
    let session: ClientSession
    let position: HostPosition
    let milliseconds: Int

    /// The same for one hang, however often it is found.
    var id: ID { ID(session: ObjectIdentifier(session), messageCount: position.messageCount) }

    struct ID: Hashable {
      let session: ObjectIdentifier
      let messageCount: UInt64
    }

    /// A sentence for people, without its end.
    var text: String {
      let bound = "for \(milliseconds) ms; it may take \(position.timeoutMilliseconds) ms"
      guard let lane = position.lane else {
        return """
          what follows the reducers of \(session.name) (cancellation handlers, printouts, the end of states) has \
          been running \(bound)
          """
      }
      return "\(place(lane)), has been reducing one action \(bound)"
    }

    private func place(_ lane: LaneID) -> String {
      "\(session.host.feature(of: lane) ?? "a feature"), \(lane) of \(session.name)"
    }

    /// The same as a clause about its worker, without the time that it has taken.
    var problem: String {
      let bound = "it may take \(position.timeoutMilliseconds) ms"
      guard let lane = position.lane else {
        return "is held up by what follows the reducers of \(session.name): \(bound)"
      }
      return "is held up by one action of \(place(lane)): \(bound)"
    }
  }

  private enum Job {
    case reduce(ClientSession)
    /// Take over the receiver's role.
    case receive
  }

  static let threadsAtMost = 64
  private static let idleMilliseconds = 10_000

  // Every `var` is touched only with the lock of `condition` held.
  private let condition = Condition()
  private var jobs: Deque<Job> = []
  private var threadCount = 0
  private var idleCount = 0
  private var isStopped = false
  private var busy: [ObjectIdentifier: Busy] = [:]

  private var receiver: WorkerReceiver?
  private let loop: WorkerLoop

  init(_ loop: WorkerLoop) {
    self.loop = loop
  }

  // MARK: - For the receiver and the watch

  /// Finds a thread for a session.
  func schedule(_ session: ClientSession) {
    add(.reduce(session), mayExceed: false)
    loop.wakeWatch()
  }

  /// Takes the receiver's role from the thread that still handles a batch on the spot, and finds another thread for
  /// it, at once.
  ///
  /// - Parameters:
  ///   - batch: The number of the batch; nothing is done where it is done meanwhile.
  ///   - late: Returns the session whose batch it is. Called once the role was taken, as is `threadName`.
  func giveRole(
    takenAt batch: UInt64, late: () -> ClientSession?, from threadName: () -> String
  ) {
    // The late thread sees that it has lost the role before it notes its end, under the same lock. Else the session
    // could be noted as busy after that.
    let isTaken = condition.withLock {
      guard loop.role.take(batch) else { return false }
      ThreadName.set("pando-reduce", ofThread: threadName())
      if let session = late() { noteBusy(session) }
      return true
    }
    guard isTaken else { return }
    // The thread that had the role may have taken signals back without having looked.
    loop.wakeUp.signal()
    add(.receive, mayExceed: true)
  }

  /// Starts the first thread, which receives.
  func start(_ receiver: WorkerReceiver) {
    condition.withLock { self.receiver = receiver }
    add(.receive, mayExceed: true)
  }

  /// Lets the threads go once they are idle.
  func stop() {
    condition.withLock {
      isStopped = true
      receiver = nil
      for _ in 0..<idleCount { condition.signal() }
    }
  }

  /// True if there are as many threads as there may be.
  var isFull: Bool { condition.withLock { threadCount >= Self.threadsAtMost } }

  var isBusy: Bool { condition.withLock { !busy.isEmpty || !jobs.isEmpty } }

  /// The time until output is to be looked for again, in milliseconds; nil while no thread reduces.
  var outputPace: Int? {
    condition.withLock {
      // A job that waits for a thread has not begun to be busy.
      guard let latest = busy.values.map(\.since).max() else { return jobs.isEmpty ? nil : 1 }
      return OutputPace.milliseconds(busyMilliseconds: MonotonicClock.nowMilliseconds() - latest)
    }
  }

  /// The sessions that threads handle now.
  var busySessions: [ClientSession] {
    condition.withLock { busy.isEmpty ? [] : busy.values.map(\.session) }
  }

  /// Returns the sessions that hang.
  func findHangs(now: Int) -> [Hang] {
    condition.withLock {
      var hangs: [Hang] = []
      for (key, entry) in busy {
        let position = entry.session.host.position
        let milliseconds = busy[key]?.hang.look(
          messageCount: position.messageCount, timeoutMilliseconds: position.timeoutMilliseconds,
          now: now)
        if let milliseconds {
          hangs.append(
            Hang(session: entry.session, position: position, milliseconds: milliseconds))
        }
      }
      return hangs
    }
  }

  /// Returns the session that has handled one message for the longest time; nil where none handles any.
  func slowest(now: Int) -> Hang? {
    condition.withLock {
      busy.values.map { entry in
        let position = entry.session.host.position
        return Hang(
          session: entry.session, position: position,
          milliseconds: entry.hang.elapsed(messageCount: position.messageCount, now: now))
      }.max { $0.milliseconds < $1.milliseconds }
    }
  }

  /// The sessions of which more is to be handled than is being handled.
  var waiting: [ClientSession] {
    condition.withLock {
      let queued = jobs.compactMap { job in
        if case .reduce(let session) = job { session } else { nil }
      }
      return queued + busy.values.map(\.session).filter(\.hasMore)
    }
  }

  /// Has the time of every message begin anew.
  func forgive(now: Int) {
    condition.withLock {
      for (key, entry) in busy {
        busy[key]?.hang = HangMachine(
          messageCount: entry.session.host.position.messageCount, now: now)
      }
    }
  }

  // MARK: - Threads

  private func add(_ job: Job, mayExceed: Bool) {
    let isThreadDue = condition.withLock { () -> Bool in
      if case .receive = job { jobs.prepend(job) } else { jobs.append(job) }
      // Idle threads may have been promised to earlier jobs.
      if idleCount >= jobs.count {
        condition.signal()
        return false
      }
      guard mayExceed || threadCount < Self.threadsAtMost else { return false }
      threadCount += 1
      return true
    }
    if isThreadDue { _ = ServiceThread(name: "pando-reduce") { [self] in work() } }
  }

  private func work() {
    BlackBox.guardThread()
    while let job = takeJob() {
      switch job {
      case .receive:
        ThreadName.set("pando-io")
        if let late = condition.withLock({ receiver })?.run() {
          late.session.lostRole()
          drain(late.session, behindBatchOf: late.microseconds)
        }
      case .reduce(let session):
        session.began()
        drain(session)
      }
    }
  }

  private func takeJob() -> Job? {
    condition.withLock {
      while true {
        if let job = jobs.popFirst() { return job }
        var isLate = isStopped
        if !isLate {
          idleCount += 1
          isLate = !condition.wait(atMostMilliseconds: Self.idleMilliseconds)
          idleCount -= 1
        }
        if isLate, jobs.isEmpty {
          threadCount -= 1
          return nil
        }
      }
    }
  }

  /// Handles what a client said, until nothing is left or it is another's turn.
  ///
  /// - Parameter lateMicroseconds: The time that a batch took with which the thread lost the receiver's role; nil where
  ///   it did not come from there.
  private func drain(_ session: ClientSession, behindBatchOf lateMicroseconds: Int? = nil) {
    condition.withLock {
      // Who lost the role was noted then, and has been busy since.
      if busy[ObjectIdentifier(session)] == nil { noteBusy(session) }
    }
    // It counts as any other does: else a session whose batches are all slow would be taken for a quick one.
    if let lateMicroseconds, !finish(session, lateMicroseconds) { return }
    while true {
      let start = MonotonicClock.nowMicroseconds()
      switch session.next() {
      case .batch(let batch):
        loop.batches.add(byteCount: batch.count)
        batch.withUnsafeBytes { session.handle($0) }
      case .end(let reason): session.end(reason: reason)
      case nil: break
      }
      let microseconds = MonotonicClock.nowMicroseconds() - start
      loop.batches.add(microseconds: microseconds)
      if !finish(session, microseconds) { return }
    }
  }

  /// Notes that a batch was handled. Returns whether the thread goes on with the session.
  private func finish(_ session: ClientSession, _ microseconds: Int) -> Bool {
    let (goesOn, needsThread) = condition.withLock {
      let next = session.finished(microseconds: microseconds, othersWait: !jobs.isEmpty)
      // Before another thread can have come to the session.
      if !next.goesOn { busy[ObjectIdentifier(session)] = nil }
      return next
    }
    // While more is to be reduced, the receiver looks at its pace. A look for each of many short batches would bring
    // as many answers, and they as many short batches.
    if !goesOn { loop.announce(session) }
    if needsThread { schedule(session) }
    return goesOn
  }

  private func noteBusy(_ session: ClientSession) {
    let now = MonotonicClock.nowMilliseconds()
    busy[ObjectIdentifier(session)] = Busy(
      session: session, since: now,
      hang: HangMachine(messageCount: session.host.position.messageCount, now: now))
  }
}
