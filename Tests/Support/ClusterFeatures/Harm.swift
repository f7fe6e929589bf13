import Foundation

/// A way in which code ends its process.
package enum Harm: String, CaseIterable, Codable, Sendable {
  case trap, abort, badAddress, illegalInstruction, endlessRecursion, exit
  /// Asks for more memory than its process may have.
  case memory
  /// The same as `trap`, in an actor that other effects use too.
  case trapInSharedActor
  /// In a task of its own, which an effect has started.
  case recursionInTask
  /// It leaves no mark.
  case exitAtOnce
  /// On a thread that is nobody's.
  case abortInThread, trapInDetachedTask

  /// The ways of which a worker knows by whom, as it dies.
  package static let certain: [Harm] = [
    .trap, .abort, .badAddress, .illegalInstruction, .endlessRecursion, .exit, .memory,
    .trapInSharedActor,
  ]

  /// Ends the process. A reducer does what takes an actor by itself.
  package func carryOut() {
    switch self {
    case .trap, .trapInSharedActor: fatalError("sabotage")
    case .abort: Foundation.abort()
    case .badAddress:
      let address = UnsafeMutablePointer<Int>(bitPattern: getpid() == 0 ? 8 : 16)
      address?.pointee = 1
    case .illegalInstruction: raise(SIGILL)
    case .endlessRecursion: _ = Harm.recurse(Int(getpid()))
    case .recursionInTask: Task { _ = Harm.recurse(Int(getpid())) }
    case .exit: Foundation.exit(3)
    case .memory:
      var limit = rlimit(rlim_cur: 1 << 40, rlim_max: rlim_t(bitPattern: -1))
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      UnsafeMutableRawPointer.allocate(byteCount: 1 << 41, alignment: 16)
        .storeBytes(of: 1, as: UInt8.self)
    case .exitAtOnce: _exit(3)
    case .abortInThread:
      Thread.detachNewThread { Foundation.abort() }
      while true { sleep(1_000) }
    case .trapInDetachedTask:
      Task.detached { fatalError("sabotage") }
    }
  }

  @inline(never)
  private static func recurse(_ depth: Int) -> Int {
    depth == 0 ? 0 : recurse(depth &+ 1) &+ depth
  }
}

/// An actor that all effects of a worker share: whoever drains it runs the jobs of others.
actor Workshop {
  static let shared = Workshop()

  private var visits = 0

  func visit(_ harm: Harm?) {
    visits += 1
    harm?.carryOut()
  }
}
