import Glibc
import Logging

/// The time that a test waits for what must come, before it calls it missing.
let patience = Duration.seconds(20)

/// Looks again and again until `condition` holds; false when it never did.
func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let deadline = ContinuousClock.now + patience
  while ContinuousClock.now < deadline {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return false
}

/// Returns the number of threads that this process has, as the system counts them.
func threadCount() -> Int {
  guard let directory = opendir("/proc/self/task") else { return 0 }
  defer { closedir(directory) }
  var count = 0
  while let entry = readdir(directory) {
    // The two that are not tasks begin with a dot.
    if entry.pointee.d_name.0 != 0x2E { count += 1 }
  }
  return count
}

extension Logger {
  /// A logger for tests that fail on purpose: it writes nothing.
  static let quiet = Logger(label: "pando.test") { _ in SwiftLogNoOpLogHandler() }
}

/// The error that `body` throws, if it is an `E`.
func thrown<E: Error>(
  _ type: E.Type = E.self, by body: () async throws -> Void
) async -> E? {
  do {
    try await body()
    return nil
  } catch {
    return error as? E
  }
}
