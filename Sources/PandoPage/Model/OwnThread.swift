import Foundation

/// A thread for one thing that may take long, such as waiting for the lock of a store in which a reducer hangs.
enum OwnThread {
  /// Returns what a body returns, which runs on a thread of its own: neither a thread of the concurrency pool nor the
  /// page's waits for it.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
