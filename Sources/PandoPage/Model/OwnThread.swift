import PandoCluster

/// A thread for one thing that may take long, such as waiting for the lock of a store in which a reducer hangs.
enum OwnThread {
  /// Starts a thread for a body, and returns false where none can be started.
  typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

  /// The answer to one who asks while no thread can be started.
  static let refusal = PageRefusal(
    status: 503, text: "Nobody can look just now: \(ServiceThread.shortage).")

  /// Starts a thread of the system.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    ServiceThread(trying: "pando-look", body) != nil
  }

  /// Returns what a body returns, which runs on a thread of its own: neither a thread of the concurrency pool nor the
  /// page's waits for it. Returns nil where no thread can be started.
  static func run<Value: Sendable>(
    by start: Start, _ body: @escaping @Sendable () -> Value
  ) async -> Value? {
    await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      let hasBegun = start { continuation.resume(returning: body()) }
      if !hasBegun { continuation.resume(returning: nil) }
    }
  }
}
