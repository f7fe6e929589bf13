import Foundation
import Testing

@testable import PandoCluster

@Suite("A line that cannot be written", .serialized)
struct DescriptorWriterTests {
  private func withPipe(_ body: (_ reader: Int32, _ writer: Int32) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    try body(ends[0], ends[1])
  }

  /// Writes until a pipe takes nothing more, and has it block again or not.
  private func fill(_ descriptor: Int32, blocks: Bool) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    if blocks { _ = fcntl(descriptor, F_SETFL, flags) }
  }

  @Test("is dropped where the disk is full")
  func fullDisk() throws {
    let file = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    DescriptorWriter(file, patienceMilliseconds: 100).write("a line\n")
  }

  @Test("is dropped where the reader has gone, and raises no signal")
  func noReader() throws {
    try withPipe { reader, writer in
      close(reader)
      for _ in 0..<3 { DescriptorWriter(writer, patienceMilliseconds: 100).write("a line\n") }
      var pending = sigset_t()
      sigpending(&pending)
      #expect(sigismember(&pending, SIGPIPE) == 0)
    }
  }

  @Test("is dropped where nobody reads for a time, and the next one is written once somebody does")
  func fullPipe() throws {
    try withPipe { reader, writer in
      defer { close(reader) }
      fill(writer, blocks: false)
      let output = DescriptorWriter(writer, patienceMilliseconds: 50)
      output.write("lost\n")
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      #expect(read(reader, &bytes, bytes.count) > 0)
      output.write("found\n")
      let count = read(reader, &bytes, bytes.count)
      #expect(String(decoding: bytes[..<max(0, count)], as: UTF8.self).hasSuffix("found\n"))
    }
  }

  @Test("is known beforehand where nobody reads a pipe that blocks")
  func room() throws {
    try withPipe { reader, writer in
      defer { close(reader) }
      let output = DescriptorWriter(writer, patienceMilliseconds: nil)
      #expect(output.hasRoom(withinMilliseconds: 0))
      fill(writer, blocks: true)
      #expect(!output.hasRoom(withinMilliseconds: 50))
    }
  }

  /// A worker whose standard error is on a full disk.
  private func worker(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec \"$0\" \"$@\" 2>/dev/full", ClusterProgram.path] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test("ends no worker that logs it")
  func log() async throws {
    try await withFolder { folder in
      let process = try worker(
        [
          "worker", "--bind", "ipc://\(folder)/w.sock", "--log-format", "json", "--log-level",
          "debug",
        ])
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      try await eventually("it listens, or has ended") {
        !process.isRunning || FileManager.default.fileExists(atPath: "\(folder)/w.sock")
      }
      process.terminate()
      try await eventually("it has ended") { !process.isRunning }
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
    }
  }

  @Test("takes no error's place")
  func error() async throws {
    let process = try worker(["worker", "--bind", "ipc:///dev/null/w.sock"])
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try await eventually("it has ended") { !process.isRunning }
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 1)
  }
}
