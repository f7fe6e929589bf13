import Glibc
import Pando

/// Threads for what blocks, and must not keep a thread that tasks need.
enum JournalThread {
  /// Starts a thread that nobody joins.
  ///
  /// - Parameters:
  ///   - name: What debuggers call it; at most 15 bytes.
  ///   - journal: The journal that it is for, by its path or its name.
  static func start(
    _ name: String, for journal: String, _ body: @escaping @Sendable () -> Void
  ) throws(JournalError) {
    guard let thread = SystemThread.start(name, body) else {
      throw JournalError(.tooFewThreads, path: journal)
    }
    pthread_detach(thread)
  }

  /// Returns what a body returns, which runs on a thread of its own.
  static func run<Value: Sendable>(
    for journal: String, _ body: @escaping @Sendable () throws(JournalError) -> Value
  ) async throws(JournalError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, JournalError>, Never>) in
      do throws(JournalError) {
        try start("pando-journal", for: journal) {
          continuation.resume(returning: Result { () throws(JournalError) in try body() })
        }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try result.get()
  }
}
