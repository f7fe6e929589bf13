import Foundation
import Synchronization

/// A clock that goes as slowly as the machine is busy: it counts the rounds of a thread that sleeps for a hundredth of a
/// second each time. What is promised within a second by a machine that is not busy is measured by it.
final class BusyClock: Sendable {
  private let rounds = Atomic(0)
  private let isOver = Atomic(false)

  init() {
    Thread.detachNewThread { [weak self] in
      while let clock = self, !clock.isOver.load(ordering: .relaxed) {
        clock.rounds.add(1, ordering: .relaxed)
        usleep(10_000)
      }
    }
  }

  /// The time since it was made.
  var elapsed: Duration { .milliseconds(10) * rounds.load(ordering: .relaxed) }

  func stop() { isOver.store(true, ordering: .relaxed) }
}
