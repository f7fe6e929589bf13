import Glibc
import Pando
import PandoHosting
import PandoWire
import Synchronization
import ZeroMQ

/// The thread that owns a client's sockets, one for each worker.
///
/// Commits happen on it too, as results come in: waking another thread costs more than most commits.
final class LinkLoop: Sendable {
  enum Command {
    case open(WorkerLink)
    /// The worker's process has ended.
    case exited(WorkerLink, LinkEnd, reason: String)
    /// The worker has crashed, and its process may go on for a while: nothing more than what is under way comes.
    case crashed(WorkerLink)
    case drop(WorkerLink, LinkEnd, reason: String)
    /// No address is known for the host of the worker's endpoint.
    case unresolved(WorkerLink, reason: String)
    /// The keyring has changed.
    case distrust(Keyring)
  }

  struct Inbox {
    var commands: [Command] = []
    var isStopping = false
  }

  /// Made before the thread is, so that whoever wants workers hears of it where it cannot be had.
  private let context: Mutex<Context?>
  private let inbox = Mutex(Inbox())
  let wakeUp: WakeUp
  private let limits: LinkMachine.Limits
  private let end = ThreadEnd()
  /// True if the thread waits, or is about to.
  let isWaiting = Atomic<Bool>(false)
  /// Grows when the thread has read everything that had come and sleeps, and when it goes on: odd while it sleeps.
  private let restCount = Atomic<UInt64>(0)
  /// When the links were last looked after; `Int.max` while nobody does.
  private let lastLook = Atomic<Int>(.max)
  /// Until when no worker is judged by the time that it took.
  private let forgivenUntil = Atomic<Int>(.min)
  /// The number of times that the whole process was found to have been stopped.
  private let stopCount = Atomic<UInt64>(0)
  /// Written by the thread itself, and compared with itself by the same: no order is needed.
  private let threadNumber = Atomic<UInt>(0)

  /// - Parameters:
  ///   - maxSockets: The number of sockets that may be open at once; a link has three. All that libzmq can have cost
  ///     0.8 MB and half a millisecond more than its usual 1023; descriptors are short long before.
  init(
    limits: LinkMachine.Limits, maxSockets: Int = 65_535
  ) throws(ZeroMQError) {
    self.limits = limits
    context = Mutex(try Context(maxSockets: maxSockets))
    wakeUp = try WakeUp()
  }

  /// The context of all sockets; nil once the thread has it.
  func takeContext() -> Context? { context.withLock { $0.take() } }

  func start(delegate: any LinkDelegate) {
    _ = ServiceThread(name: "pando-links") { [self] in
      threadNumber.store(UInt(pthread_self()), ordering: .relaxed)
      LinkLoopRun(self, delegate).run()
      end.finish()
    }
  }

  /// Makes a link to a worker; `post(.open(link))` connects it.
  ///
  /// - Parameters:
  ///   - hasProcess: Whether `.exited` will tell of the end of the worker's process.
  ///   - paths: The keys to try; nil where none are needed.
  func makeLink(
    _ member: MemberID, name: String, endpoint: Endpoint, paths: [CurvePath]?, hasProcess: Bool,
    hasOneLane: Bool = false
  ) -> WorkerLink {
    WorkerLink(
      member: member, name: name, endpoint: endpoint, paths: paths,
      machine: LinkMachine(
        now: MonotonicClock.nowMilliseconds(), limits: limits, hasProcess: hasProcess),
      hasOneLane: hasOneLane
    ) { [weak self] isWaitingOnly in
      guard let self else { return }
      // A thread that does not wait looks for what has come once more before it does.
      if isWaitingOnly, !isWaiting.load(ordering: .sequentiallyConsistent) { return }
      wake()
    }
  }

  func post(_ command: Command) {
    inbox.withLock { $0.commands.append(command) }
    wakeUp.signal()
  }

  /// Has the delegate's calls made soon.
  func callSoon() { wake() }

  /// Says goodbye to every worker, closes every socket, and ends the thread.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wakeUp.signal()
  }

  /// Returns when the thread has ended.
  func wait() async { await end.wait() }

  /// Takes what others want of the thread since it last asked.
  func takeCommands() -> Inbox {
    inbox.withLock { inbox in
      defer { inbox.commands = [] }
      return inbox
    }
  }

  // MARK: - For whoever looks after the links

  /// The number of times that the thread began to sleep with nothing left to read, and went on: odd while it sleeps.
  var rests: UInt64 { restCount.load(ordering: .acquiring) }

  /// Called by the loop's thread alone.
  func noteRest(begins: Bool) {
    let count = restCount.load(ordering: .relaxed)
    guard count.isMultiple(of: 2) == begins else { return }
    restCount.store(count &+ 1, ordering: .releasing)
  }

  /// - Parameter time: Nil where nobody looks until there are links again.
  func noteLook(at time: Int?) { lastLook.store(time ?? .max, ordering: .releasing) }

  /// The whole process was stopped. Has no worker judged before a time, and each forgiven once after that, however
  /// late the thread comes to it.
  func forgive(until time: Int) {
    forgivenUntil.store(time, ordering: .releasing)
    stopCount.add(1, ordering: .releasing)
  }

  /// The number of times that workers were to be forgiven. A link that was told of fewer is still to be.
  var stops: UInt64 { stopCount.load(ordering: .acquiring) }

  /// True if the whole process was stopped, as it seems, until just now: by a signal, or a debugger. What workers said
  /// meanwhile may not have been read yet, so that none of them may be judged by its silence.
  func wasStopped(_ now: Int) -> Bool {
    let look = lastLook.load(ordering: .acquiring)
    return now < forgivenUntil.load(ordering: .acquiring)
      || (look < now && now - look > LinkWatch.absenceMilliseconds)
  }

  private func wake() {
    // The loop itself sends what it adds before it waits again.
    if threadNumber.load(ordering: .relaxed) == UInt(pthread_self()) { return }
    wakeUp.signal()
  }
}
