import Synchronization

@testable import PandoPage

/// A system that can start no thread, until the shortage ends.
final class ThreadShortage: Sendable {
  private let isOver = Atomic(false)

  func end() { isOver.store(true, ordering: .relaxed) }

  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    isOver.load(ordering: .relaxed) && OwnThread.start(body)
  }
}
