import Glibc
import PandoHosting
import Synchronization
import ZeroMQ

/// Hears from a supervisor, on its thread. Nothing here may run code of a user, nor wait for any.
protocol SupervisorDelegate: AnyObject, Sendable {
  func supervisorStarted(_ member: MemberID, processID: Int32)

  func supervisorEnded(_ member: MemberID, _ end: ProcessEnd)

  /// A worker has crashed. Its process may go on for as long as it prints a backtrace; `supervisorEnded` was called.
  func supervisorSawCrash(_ member: MemberID)

  /// A worker prints nothing more. The report is nil unless it has crashed. Called on the thread that reads what workers
  /// print, or on the supervisor's.
  func supervisorReadAll(of member: MemberID, name: String, _ report: CrashReport?)

  /// Time has passed. Returns when the next call is due, in milliseconds of the monotonic clock; nil
  /// when only `wake()` can make one due.
  func supervisorTick(now: Int) -> Int?

  /// Little time has passed, and nothing else has happened. Returns when the next call is due; nil when only a tick can
  /// make one due. Called after each tick too.
  func supervisorLook(now: Int) -> Int?

  /// The thread ends: every child has gone.
  func supervisorFinished()
}

/// The thread that starts the workers of a store, watches them, ends them, and keeps the time for
/// everything that must not wait for user code.
final class Supervisor: Sendable {
  /// A request to start a worker.
  struct Request: Sendable {
    let member: MemberID
    /// The worker's name, which its process and what it prints carry.
    let name: String
    let executable: String
    let arguments: [String]
    let start: WorkerStart
    /// The folder that it has for its socket, where it is confined.
    var socketFolder: String?
  }

  enum Command: Sendable {
    case spawn(Request)
    /// Lets a process end by itself.
    case end(MemberID)
    case kill(MemberID)
  }

  struct Inbox {
    var commands: [Command] = []
    var isStopping = false
  }

  private let inbox = Mutex(Inbox())
  let wakeUp: WakeUp
  let output: WorkerOutput
  private let end = ThreadEnd()

  /// - Parameter printer: Prints what workers print.
  init(printer: OutputPrinter = .standardError) throws(ZeroMQError) {
    wakeUp = try WakeUp()
    output = try WorkerOutput(printer: printer)
  }

  func start(delegate: any SupervisorDelegate) {
    _ = ServiceThread(name: "pando-supervise") { [self] in
      var run = SupervisorRun(self, delegate)
      run.run()
      delegate.supervisorFinished()
      output.stop()
      end.finish()
    }
  }

  func post(_ command: Command) {
    inbox.withLock { $0.commands.append(command) }
    wakeUp.signal()
  }

  /// Has the delegate's tick called soon.
  func wake() { wakeUp.signal() }

  /// Ends the thread once every child has gone.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wakeUp.signal()
  }

  /// Returns when the thread has ended, and what the workers printed has been printed.
  func wait() async {
    await end.wait()
    await output.finish()
  }

  func take() -> Inbox {
    inbox.withLock { inbox in
      defer { inbox.commands = [] }
      return inbox
    }
  }
}

/// One run of a supervisor: everything that only its thread touches.
struct SupervisorRun {
  private let supervisor: Supervisor
  private let delegate: any SupervisorDelegate
  private var children: [(member: MemberID, process: ChildProcess)] = []
  private var crashed = CrashedWorkers()
  private var isStopping = false

  init(_ supervisor: Supervisor, _ delegate: any SupervisorDelegate) {
    self.supervisor = supervisor
    self.delegate = delegate
  }

  mutating func run() {
    while true {
      supervisor.wakeUp.drain()
      obey()
      reap()
      let deadline = delegate.supervisorTick(now: MonotonicClock.nowMilliseconds())
      crashed.reap(now: MonotonicClock.nowMilliseconds(), isStopping: isStopping)
      if isStopping, children.isEmpty, crashed.isEmpty { return }
      wait(until: deadline)
    }
  }

  private mutating func obey() {
    let inbox = supervisor.take()
    isStopping = inbox.isStopping
    for command in inbox.commands {
      switch command {
      case .spawn(let request):
        spawn(request)
      case .end(let member):
        if let index = index(of: member) { children[index].process.closeInput() }
      case .kill(let member):
        if let index = index(of: member) { children[index].process.kill() }
      }
    }
  }

  private func index(of member: MemberID) -> Int? {
    children.firstIndex { $0.member == member }
  }

  private mutating func spawn(_ request: Supervisor.Request) {
    do throws(SpawnError) {
      guard !isStopping else { throw SpawnError("the store has ended") }
      let process = try ChildProcess(
        executable: request.executable, arguments: request.arguments, name: request.name,
        from: request.start, socketFolder: request.socketFolder)
      supervisor.output.add(process.output, of: request.name, crash: process.crash) {
        [delegate] report in
        delegate.supervisorReadAll(of: request.member, name: request.name, report)
      }
      children.append((request.member, process))
      delegate.supervisorStarted(request.member, processID: process.processID)
    } catch {
      delegate.supervisorEnded(
        request.member,
        error.isLasting ? .unstartable(reason: "\(error)") : .notStarted(reason: "\(error)"))
    }
  }

  private mutating func reap() {
    var index = 0
    while index < children.count {
      if let end = children[index].process.reap() {
        delegate.supervisorEnded(children.remove(at: index).member, end)
      } else if let end = children[index].process.takeCrash() {
        let (member, process) = children.remove(at: index)
        crashed.add(process, now: MonotonicClock.nowMilliseconds())
        delegate.supervisorEnded(member, end)
        delegate.supervisorSawCrash(member)
      } else {
        index += 1
      }
    }
  }

  private func wait(until deadline: Int?) {
    var items = [pollfd(fd: supervisor.wakeUp.fileDescriptor, events: Int16(POLLIN), revents: 0)]
    items += children.map { pollfd(fd: $0.process.descriptor, events: Int16(POLLIN), revents: 0) }
    items += children.compactMap { child in
      let crashes = child.process.crash.descriptor
      return crashes < 0 ? nil : pollfd(fd: crashes, events: Int16(POLLIN), revents: 0)
    }
    items += crashed.items
    let deadline = [deadline, crashed.nextDeadline].compactMap(\.self).min()
    while true {
      let now = MonotonicClock.nowMilliseconds()
      let next = [deadline, delegate.supervisorLook(now: now)].compactMap(\.self).min()
      let left = next.map { max(0, $0 - MonotonicClock.nowMilliseconds()) }
      // An interruption is a wake-up like any other.
      guard poll(&items, nfds_t(items.count), left.map { Int32(clamping: $0) } ?? -1) == 0 else {
        return
      }
      if let deadline, deadline <= MonotonicClock.nowMilliseconds() { return }
    }
  }
}
