import Foundation
import Testing

@testable import PandoCluster

@Suite("A worker's process")
struct ChildProcessTests {
  @Test("has the program's environment, byte by byte, and what a worker is told besides")
  func environment() async throws {
    let name = "PANDO_TEST_BYTES_OF_A_NAME"
    let value: [UInt8] = [0x66, 0xFF, 0x3D, 0xFE, 0x0A, 0xC3]
    setenv(name, value.map { CChar(bitPattern: $0) } + [0], 1)
    defer { unsetenv(name) }
    var process = try ChildProcess(
      executable: "/bin/cat", arguments: ["/proc/self/environ"], name: "a worker",
      from: WorkerStart())
    let output = FileHandle(fileDescriptor: process.output, closeOnDealloc: true)
    let variables = try output.readToEnd()?.split(separator: 0).map(Array.init) ?? []
    #expect(variables.contains(Array("\(name)=".utf8) + value))
    for name in ["PANDO_WORKER_OF", "PANDO_WORKER_CRASHES", "PANDO_WORKER_GRANTS"] {
      #expect(variables.count { $0.starts(with: "\(name)=".utf8) } == 1)
    }
    #expect(variables.count == ProcessInfo.processInfo.environment.count + 3)
    try await eventually("it has ended") { process.reap() != nil }
  }
}
