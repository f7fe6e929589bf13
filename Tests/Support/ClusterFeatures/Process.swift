import Foundation
import Synchronization

func currentProcessID() -> Int32 { getpid() }

/// Makes a file that others wait for. `FileManager` makes another first, which stays where the process is killed
/// meanwhile.
package func touch(_ file: String) {
  close(open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
}

/// Adds a line with the number of the process to a file.
func note(in file: String) {
  let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return }
  let line = Array("\(getpid())\n".utf8)
  _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  close(descriptor)
}

/// Writes the name of the calling thread to a file.
func nameThread(in file: String) {
  let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  try? (name ?? "").write(toFile: file, atomically: true, encoding: .utf8)
}

func remove(_ file: String) {
  try? FileManager.default.removeItem(atPath: file)
}

/// Dies without a word in so many processes, one after the other; each leaves a mark for those that follow.
func die(inProcesses count: Int, folder: String) {
  for number in 0..<count where open("\(folder)/died-\(number)", O_CREAT | O_EXCL, 0o600) >= 0 {
    _exit(1)
  }
}

/// Hangs in the first process that asks, which leaves a mark for those that follow.
func hangOnce() {
  let mark = ProcessInfo.processInfo.environment["PANDO_TEST_HANG_MARK"] ?? ""
  guard !mark.isEmpty, open(mark, O_CREAT | O_EXCL, 0o600) >= 0 else { return }
  while true { sleep(1_000) }
}

/// Blocks the calling thread.
func pause(milliseconds: Int) {
  usleep(UInt32(milliseconds) * 1_000)
}

/// Uses so much memory for good.
func leak(_ byteCount: Int) {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
  memory.initializeMemory(as: UInt8.self, repeating: 1, count: byteCount)
}

/// Keeps the calling thread busy for ever.
package func spin() {
  while true { _ = getpid() }
}

/// Leaves no thread of the concurrency pool to others.
func takeEveryThread() {
  for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 4 {
    Task.detached { while true { sleep(1_000) } }
  }
}

/// Blocks the calling thread in `read`, for ever.
package func readForEver() {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { return }
  var byte: UInt8 = 0
  while true { _ = read(ends[0], &byte, 1) }
}

/// Returns after a while, whether or not the task is cancelled.
package func doNothing(milliseconds: Int) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      continuation.resume()
    }
  }
}
