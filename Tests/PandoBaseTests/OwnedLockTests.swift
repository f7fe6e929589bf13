import Foundation
import PandoBase
import Synchronization
import Testing

@Suite("A lock that knows its owner", .timeLimit(.minutes(15)))
struct OwnedLockTests {
  private final class Count: Sendable {
    let value = Atomic(0)
  }

  @Test("goes to a thread that waits for it before it comes back to the one that gives way")
  func givesWay() {
    let lock = OwnedLock()
    let entered = Count()
    for round in 1...20 {
      lock.lock()
      Thread.detachNewThread {
        lock.lock()
        entered.value.add(1, ordering: .relaxed)
        lock.unlock()
      }
      while !lock.isAwaited { usleep(100) }
      lock.unlock()
      lock.lockBehindOthers()
      #expect(lock.isHeldHere && entered.value.load(ordering: .relaxed) == round)
      lock.unlock()
    }
    #expect(!lock.isAwaited)
  }

  @Test("comes back at once where nobody waits for it")
  func nobodyWaits() {
    let lock = OwnedLock()
    lock.lockBehindOthers()
    #expect(lock.isHeldHere && !lock.isAwaited)
    lock.unlock()
  }
}
