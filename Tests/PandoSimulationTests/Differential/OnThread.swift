import Foundation

/// Runs long work on a thread of its own: the concurrency pool has one for each core, and other tests
/// need them.
func onThread(_ body: @escaping @Sendable () throws -> String?) async -> String? {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      do {
        continuation.resume(returning: try body())
      } catch {
        continuation.resume(returning: "\(error)")
      }
    }
    thread.stackSize = 4 << 20
    thread.start()
  }
}
