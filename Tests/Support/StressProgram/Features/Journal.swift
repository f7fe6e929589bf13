import Glibc
import Synchronization

/// A file to which workers append what their effects do; it outlives workers that are killed.
final class Journal: Sendable {
  static let variable = "PANDO_STRESS_JOURNAL"
  static let shared = Journal()

  private let file: Mutex<(path: String, descriptor: Int32)>

  private init() {
    file = Mutex(("", -1))
  }

  /// Notes that an effect has started. Returns a token that no other start has.
  @discardableResult
  func noteStart(work: Int, effect: Int) -> UInt64 {
    if let simulation = Simulation.current {
      return simulation.noteStart(work: work, effect: effect)
    }
    let token = UInt64.random(in: 1...UInt64(Int64.max))
    append("S \(work) \(effect) \(token) \(monotonicNanoseconds()) \(getpid())")
    return token
  }

  /// Notes that `await send` returned in an effect that was not cancelled.
  func noteReturn(work: Int, effect: Int, number: Int) {
    if let simulation = Simulation.current {
      return simulation.noteReturn(work: work, effect: effect, number: number)
    }
    append("R \(work) \(effect) \(number) \(monotonicNanoseconds()) \(getpid())")
  }

  private func append(_ line: String) {
    let descriptor = file.withLock { file in
      let path = getenv(Self.variable).map { String(cString: $0) } ?? "/dev/null"
      if path != file.path {
        if file.descriptor >= 0 { close(file.descriptor) }
        file = (path, open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600))
      }
      return file.descriptor
    }
    // One write, so that lines of several processes do not mix.
    let bytes = Array((line + "\n").utf8)
    write(descriptor, bytes, bytes.count)
  }

  /// Lets go of the file.
  func closeFile() {
    file.withLock { file in
      if file.descriptor >= 0 { close(file.descriptor) }
      file = ("", -1)
    }
  }
}
