import Foundation

/// Runs a body on a thread with the smallest stack in use, as that of a pool's thread may be.
func onSmallThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 512 << 10
    thread.start()
  }
}
