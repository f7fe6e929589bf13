import Glibc
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
    case exited(WorkerLink, reason: String)
    case drop(WorkerLink, reason: String)
  }

  struct Inbox {
    var commands: [Command] = []
    var isStopping = false
  }

  private let inbox = Mutex(Inbox())
  let wakeUp: WakeUp
  private let limits: LinkMachine.Limits
  private let thread = Mutex<ServiceThread?>(nil)
  /// Whether the thread waits, or is about to.
  let isWaiting = Atomic<Bool>(false)
  /// Written by the thread itself, and compared with itself by the same: no order is needed.
  private let threadNumber = Atomic<UInt>(0)

  init(limits: LinkMachine.Limits) throws(ZeroMQError) {
    self.limits = limits
    wakeUp = try WakeUp()
  }

  func start(delegate: any LinkDelegate) {
    thread.withLock { thread in
      thread = ServiceThread { [self] in
        threadNumber.store(UInt(pthread_self()), ordering: .relaxed)
        LinkLoopRun(self, limits, delegate).run()
      }
    }
  }

  /// Connects to a worker; the delegate hears what becomes of it.
  func open(name: String, endpoint: Endpoint) -> WorkerLink {
    let link = WorkerLink(name: name, endpoint: endpoint) { [weak self] isWaitingOnly in
      guard let self else { return }
      // A thread that does not wait looks for what has come once more before it does.
      if isWaitingOnly, !isWaiting.load(ordering: .sequentiallyConsistent) { return }
      wake()
    }
    post(.open(link))
    return link
  }

  /// The worker's process has ended.
  func exited(_ link: WorkerLink, reason: String) {
    post(.exited(link, reason: reason))
  }

  /// The link is not needed, or not wanted, any more.
  func drop(_ link: WorkerLink, reason: String) {
    post(.drop(link, reason: reason))
  }

  /// Says goodbye to every worker, closes every socket, and returns when the thread has ended.
  func stop() {
    inbox.withLock { $0.isStopping = true }
    wakeUp.signal()
    thread.withLock { $0 }?.join()
  }

  /// What others want of the thread since it last asked.
  func takeCommands() -> Inbox {
    inbox.withLock { inbox in
      defer { inbox.commands = [] }
      return inbox
    }
  }

  private func post(_ command: Command) {
    inbox.withLock { $0.commands.append(command) }
    wakeUp.signal()
  }

  private func wake() {
    // The loop itself sends what it adds before it waits again.
    if threadNumber.load(ordering: .relaxed) == UInt(pthread_self()) { return }
    wakeUp.signal()
  }
}
