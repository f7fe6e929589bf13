import Glibc
import PandoSimulation
import Synchronization

/// The role of a process.
enum Role {
  static let isWorker = CommandLine.arguments.dropFirst().first == "worker"

  private static let replaying = Atomic<Bool>(false)

  /// True if reducers run to check what a store did: they start nothing.
  static var isReplaying: Bool {
    get { replaying.load(ordering: .relaxed) }
    set { replaying.store(newValue, ordering: .relaxed) }
  }
}

/// The time that an action takes, and the harm that it does, in workers alone.
enum Burden {
  private static let inClient = Atomic<Int>(0)

  /// The number of actions that were reduced by the client since it was last asked.
  static func takeClientCount() -> Int { inClient.exchange(0, ordering: .relaxed) }

  static func carry(_ work: Work) {
    if let simulated = SimulatedWork.current { return carry(work, simulated) }
    guard Role.isWorker else {
      if !Role.isReplaying { inClient.add(1, ordering: .relaxed) }
      return
    }
    switch work.fault {
    case .none: break
    case .abort: abort()
    // As a trap, without the message.
    case .trap: raise(SIGILL)
    case .kill: kill(getpid(), SIGKILL)
    case .hang: while true { sleep(1_000) }
    }
    let end = monotonicNanoseconds() + UInt64(work.microseconds) * 1_000
    while monotonicNanoseconds() < end {}
  }

  private static func carry(_ work: Work, _ simulated: SimulatedWork) {
    simulated.take(microseconds: work.microseconds)
    switch work.fault {
    case .none: break
    case .abort, .trap, .kill: simulated.crash()
    case .hang: simulated.hang()
    }
  }
}
