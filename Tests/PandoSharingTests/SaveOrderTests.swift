import Foundation
import PandoSharing
import Synchronization
import Testing

@Suite("Saving a shared value", .timeLimit(.minutes(15)))
struct SaveOrderTests {
  /// A place where values are kept, in the order in which they come.
  private final class Place: Hashable, Sendable {
    let kept = Mutex<[Int]>([])
    /// Runs before a value is kept that somebody has asked to save.
    let beforeKeeping = Mutex<(@Sendable () -> Void)?>(nil)

    static func == (left: Place, right: Place) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Key: SharedKey {
    let id: Place

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resumeReturningInitialValue()
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      if context == .userInitiated { id.beforeKeeping.withLock { $0 }?() }
      id.kept.withLock { $0.append(value) }
      continuation.resume()
    }
  }

  @Test("keeps no older value behind a newer one")
  func order() async throws {
    let place = Place()
    @Shared(Key(id: place)) var count = 0
    $count.withLock { $0 = 1 }
    let (isDone, shared) = (DispatchSemaphore(value: 0), $count)
    place.beforeKeeping.withLock { body in
      body = {
        // The value to be saved has been read, and another thread sets the next.
        Thread.detachNewThread {
          shared.withLock { $0 = 2 }
          isDone.signal()
        }
        // That comes through here, or waits until this one is kept.
        _ = isDone.wait(timeout: .now() + .milliseconds(300))
      }
    }
    try await $count.save()
    let end = ContinuousClock.now + .seconds(30)
    while place.kept.withLock({ $0.count }) < 3, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(place.kept.withLock { $0 } == [1, 1, 2])
    #expect(count == 2)
  }
}
