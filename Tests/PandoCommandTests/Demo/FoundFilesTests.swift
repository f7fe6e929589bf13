import Foundation
import Testing

@testable import PandoTool

@Suite("Finding files")
struct FoundFilesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func found(below name: String = "", atMost most: Int = 1_000) throws -> FoundFiles {
    try FoundFiles(below: folder.path + name, atMost: most, DemoLog(.silent))
  }

  private func names(_ found: FoundFiles) -> [String] {
    found.texts.map { String($0.path.dropFirst(folder.path.count + 1)) }
  }

  @Test("all text files are found, in the order of their paths, with their sizes")
  func files() throws {
    try folder.write("12345", to: "b/deep/er")
    try folder.write("", to: "a")
    try folder.write([0, 1], to: "binary")
    let found = try found()
    #expect(names(found) == ["a", "b/deep/er"])
    #expect(found.texts.map(\.byteCount) == [0, 5])
    #expect(found.count == 3)
    #expect(found.binaryCount == 1)
    #expect(found.unreadable == [])
  }

  @Test("what begins with a dot, symbolic links and pipes are left out")
  func leftOut() throws {
    try folder.write("1", to: "kept")
    try folder.write("1", to: "sub/.git/objects")
    try folder.write("1", to: ".hidden")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path)
    mkfifo(folder.path + "/pipe", 0o600)
    let found = try found()
    #expect(names(found) == ["kept"])
    #expect(found.count == 1)
  }

  @Test("a folder is searched that is named by a link, or whose own name begins with a dot")
  func named() throws {
    try folder.write("1", to: ".folder/a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/.folder")
    #expect(try names(found(below: "/link")) == ["link/a"])
    #expect(try names(found(below: "/.folder")) == [".folder/a"])
  }

  @Test("a directory that cannot be looked at is named")
  func unreadable() throws {
    let found = try found(below: "/gone")
    #expect(found.texts == [])
    #expect(found.unreadable.count == 1)
    #expect(found.unreadable.first?.hasPrefix(folder.path + "/gone: ") == true)
  }

  @Test("of more files than wanted some are taken, spread over the whole list and in its order")
  func sample() throws {
    for number in 10..<30 { try folder.write("1", to: "\(number)") }
    #expect(try names(found(atMost: 20)).count == 20)
    let four = try found(atMost: 4)
    #expect(names(four) == ["10", "15", "20", "25"])
    #expect(four.count == 20)
  }

  @Test("a cancelled search ends")
  func cancelled() async throws {
    try folder.write("1", to: "a")
    let path = folder.path
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try FoundFiles(below: path, atMost: 1, DemoLog(.silent))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
