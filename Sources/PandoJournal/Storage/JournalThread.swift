import Foundation

/// Runs what blocks on a thread of its own, and not on one that tasks need.
enum JournalThread {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(JournalError) -> Value
  ) async throws(JournalError) -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, JournalError>, Never>) in
      Thread.detachNewThread {
        continuation.resume(returning: Result { () throws(JournalError) in try body() })
      }
    }
    return try result.get()
  }
}
