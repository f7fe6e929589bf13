import Dispatch
import Foundation
import Synchronization

/// A thread that sends: one that sleeps while a store's window is full, where a task would go beyond it.
///
/// It stays from round to round, so that its processor time is seen, under its name.
public final class SenderThread: Sendable {
  private let queue = Queue()

  /// Starts a thread, which ends with this object.
  ///
  /// - Parameter name: Its name, of which 15 bytes count.
  public init(_ name: String = "sender") {
    Thread.detachNewThread { [queue] in
      // Not by Foundation's thread, which does not know the system's at this moment.
      ProcFile.write(name, to: "/proc/thread-self/comm")
      while let work = queue.next() { work() }
    }
  }

  deinit {
    queue.append(nil)
  }

  /// Runs `body` on the thread, and waits for what it returns.
  public func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.append { continuation.resume(returning: body()) }
    }
  }
}

/// The work of a thread; nil is the end of it.
private final class Queue: Sendable {
  private let work = Mutex<[(@Sendable () -> Void)?]>([])
  private let count = DispatchSemaphore(value: 0)

  func append(_ item: (@Sendable () -> Void)?) {
    work.withLock { $0.append(item) }
    count.signal()
  }

  func next() -> (@Sendable () -> Void)? {
    count.wait()
    return work.withLock { $0.removeFirst() }
  }
}
