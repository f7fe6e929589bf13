import Foundation
import Testing

@Suite("A worker that is stopped", .serialized, .timeLimit(.minutes(15)))
struct StoppedWorkerTests {
  @Test("ends with its program, however that ends and however soon")
  func killedProgram() async throws {
    for round in 0..<20 {
      let program = try RunningProgram(
        "ClusterProgram", environment: ["PANDO_TEST_SCENARIO": "idle"])
      defer { program.kill() }
      var workers: Set<Int32> = []
      try await eventually("both workers are there") {
        workers = childProcesses(of: program.processID).filter(isWorker)
        return workers.count == 2
      }
      defer { for worker in workers where isAlive(worker) { kill(worker, SIGKILL) } }
      // From before its main to when it is at work.
      try await Task.sleep(for: .milliseconds(round * 20))
      for worker in workers { try await stop(worker) }
      program.kill()
      for worker in workers { try await eventually("a worker has gone") { !isAlive(worker) } }
    }
  }

  /// Returns whether a process is a worker by now, and not still what starts one.
  private func isWorker(_ process: Int32) -> Bool {
    let line = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
    return line?.hasPrefix("pando: ") == true
  }
}
