import Foundation
import Synchronization
import Testing

/// Holds a process as a debugger does: every thread of it is stopped until the trace ends, or goes on under it.
final class Trace: Sendable {
  private let isOver = Mutex(false)
  private let hasEnded = Mutex(false)

  // `ptrace` is variadic, which Swift does not call.
  private typealias Call = @convention(c) (Int32, Int32, UInt, UInt) -> Int
  private static let attach: Int32 = 16
  private static let detach: Int32 = 17
  private static let goOn: Int32 = 7

  /// Attaches to a process, and returns once all its threads are stopped, or, where it `letsRun`, go on.
  init(_ processID: Int32, letsRun: Bool = false) async throws {
    let found = Mutex<Int32?>(nil)
    let trace = self
    // A thread traces: the same one must let go.
    _ = Thread.started {
      let call = unsafeBitCast(dlsym(nil, "ptrace"), to: Call.self)
      var threads: [Int32] = []
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/task"))
      for thread in (names ?? []).compactMap(Int32.init) where call(Self.attach, thread, 0, 0) == 0
      {
        var status: Int32 = 0
        if waitpid(thread, &status, Int32(bitPattern: 0x4000_0000)) == thread {
          threads.append(thread)
        }
      }
      if letsRun { for thread in threads { _ = call(Self.goOn, thread, 0, 0) } }
      found.withLock { $0 = Int32(threads.count) }
      // With this thread ends what is left of the trace.
      while !trace.isOver.withLock({ $0 }) { usleep(5_000) }
      for thread in threads { _ = call(Self.detach, thread, 0, 0) }
      trace.hasEnded.withLock { $0 = true }
    }
    try await eventually("process \(processID) is traced") { found.withLock { $0 ?? 0 } > 0 }
  }

  /// Lets the process go on.
  func end() async throws {
    isOver.withLock { $0 = true }
    try await eventually("the trace has ended") { hasEnded.withLock { $0 } }
  }
}
