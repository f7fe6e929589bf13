import Dispatch
import Synchronization

/// Runs the effects of a test's store one at a time, in the order in which they became ready, and
/// knows when all of them wait for something.
///
/// What an effect does on an actor with an executor of its own, such as the main actor, or in a
/// detached task, is not seen here.
final class EffectQueue: TaskExecutor {
  private struct Progress {
    var waitingCount = 0
    /// The number of parts of effects, from one wait to the next, that have run.
    var ranCount: UInt64 = 0
    var onRest: (@Sendable () -> Void)?
  }

  private let queue = DispatchQueue(label: "pando.effects")
  private let progress = Mutex(Progress())

  /// An effect that never waits is looked at once in so many parts.
  private static let partsBetweenLooks: UInt64 = 256

  /// Says what is called on the queue when nothing is left to run, and now and then when that takes
  /// long.
  func onRest(_ body: @escaping @Sendable () -> Void) {
    progress.withLock { $0.onRest = body }
  }

  var isAtRest: Bool { progress.withLock { $0.waitingCount == 0 } }

  var ranCount: UInt64 { progress.withLock { $0.ranCount } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    progress.withLock { $0.waitingCount += 1 }
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.noteRun()
    }
  }

  private func noteRun() {
    let onRest = progress.withLock { progress in
      progress.waitingCount -= 1
      progress.ranCount += 1
      let isDue =
        progress.waitingCount == 0 || progress.ranCount % Self.partsBetweenLooks == 0
      return isDue ? progress.onRest : nil
    }
    onRest?()
  }
}
