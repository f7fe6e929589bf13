import ClusterFeatures
import Foundation

/// Something that an effect does and that no worker survives.
enum Misdeed: String, CaseIterable, Codable, Sendable {
  // The worker says of these by whom it dies.
  case trap, abort, badAddress, illegalInstruction, endlessRecursion, exit, memory
  // Nobody can name these.
  case exitAtOnce, abortInThread, trapInDetachedTask
  // These do not end: a loop that takes a processor, a system call, and one that does not ask whether it was cancelled.
  case spin, read, ignore

  /// The knowledge that is left of a death of it.
  enum Kind {
    /// The worker names the effect as it dies.
    case told
    /// It does where a thread has a stack for that: one on which an effect has begun, or has sent something.
    case perhapsTold
    /// Nobody knows.
    case silent
    /// The worker names the effect as it ends itself.
    case hangs
  }

  var kind: Kind {
    switch self {
    case .trap, .abort, .badAddress, .illegalInstruction, .exit, .memory: .told
    case .endlessRecursion: .perhapsTold
    case .exitAtOnce, .abortInThread, .trapInDetachedTask: .silent
    case .spin, .read, .ignore: .hangs
    }
  }

  /// Does it on whatever the caller runs.
  func carryOut(isolation: isolated (any Actor)? = #isolation) async {
    switch self {
    case .spin: ClusterFeatures.spin()
    case .read: readForEver()
    case .ignore: while true { await doNothing(milliseconds: 20) }
    default: Harm(rawValue: rawValue)?.carryOut()
    }
  }
}

/// Where an effect does it.
enum Place: String, CaseIterable, Codable, Sendable {
  case body, sharedActor, childTask, group, task, mainActor

  /// Does it there, and waits for that.
  func carryOut(_ misdeed: Misdeed) async {
    switch self {
    case .body: await misdeed.carryOut()
    case .sharedActor: await Bench.shared.carryOut(misdeed)
    case .childTask:
      async let end: Void = misdeed.carryOut()
      await end
    case .group: await withTaskGroup { $0.addTask { await misdeed.carryOut() } }
    case .task: await Task { await misdeed.carryOut() }.value
    case .mainActor: await Self.carryOutOnMain(misdeed)
    }
  }

  @MainActor
  private static func carryOutOnMain(_ misdeed: Misdeed) async {
    await misdeed.carryOut()
  }
}

/// An actor that all effects of a worker share: the thread that drains it runs the jobs of all.
actor Bench {
  static let shared = Bench()

  private var visits = 0

  func visit() { visits += 1 }

  func carryOut(_ misdeed: Misdeed) async {
    await misdeed.carryOut()
  }
}
