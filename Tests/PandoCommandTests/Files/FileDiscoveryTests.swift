import Foundation
import Testing

@testable import PandoTool

@Suite("Finding files")
struct FileDiscoveryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func findings(_ parts: [String] = [""]) throws -> FileDiscovery.Findings {
    try FileDiscovery(directory: folder.path, parts: parts).run { _ in }
  }

  @Test("all regular files are found, in the order of their paths, with their sizes")
  func files() throws {
    try folder.write("12345", to: "b/deep/er")
    try folder.write("", to: "a")
    try folder.write("1", to: ".hidden/file")
    let found = try findings()
    #expect(found.files.map(\.path) == [".hidden/file", "a", "b/deep/er"])
    #expect(found.files.map(\.byteCount) == [1, 0, 5])
    #expect(found.unreadable == [])
  }

  @Test("repositories, symbolic links and pipes are left out")
  func leftOut() throws {
    try folder.write("1", to: "kept")
    try folder.write("1", to: "sub/.git/objects")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path)
    mkfifo(folder.path + "/pipe", 0o600)
    let found = try findings()
    #expect(found.files.map(\.path) == ["kept"])
    #expect(found.linkCount == 1)
  }

  @Test("a folder that is named by a link is searched, as the whole and as a part")
  func namedByLink() throws {
    try folder.write("1", to: "folder/a")
    for (link, target) in [("folder/below", ""), ("link", "/folder")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + link, withDestinationPath: folder.path + target)
    }
    let whole = try FileDiscovery(directory: folder.path + "/link", parts: [""]).run { _ in }
    #expect(whole.files.map(\.path) == ["a"])
    let part = try findings(["link"])
    #expect(part.files.map(\.path) == ["link/a"])
    #expect(whole.linkCount == 1 && part.linkCount == 1, "links below are left out")
  }

  @Test("only the parts that were asked for are searched; one that is missing is none")
  func parts() throws {
    try folder.write("1", to: "Sources/a")
    try folder.write("1", to: "Tests/b")
    try folder.write("1", to: "other/c")
    let found = try findings(["Sources", "Tests", "docs"])
    #expect(found.files.map(\.path) == ["Sources/a", "Tests/b"])
  }

  @Test("a directory that cannot be looked at is named")
  func unreadable() throws {
    let found = try FileDiscovery(directory: folder.path + "/gone", parts: [""]).run { _ in }
    #expect(found.files == [])
    try folder.write("1", to: "a")
    try FileManager.default.removeItem(atPath: folder.path + "/a")
    #expect(try findings().unreadable == [])
  }

  @Test("progress is told while files are found")
  func progress() throws {
    let count = FileDiscovery.filesBetweenProgress + 10
    for number in 0..<count { try folder.write("", to: "file \(number)") }
    var told: [Int] = []
    let found = try FileDiscovery(directory: folder.path, parts: [""]).run { told.append($0) }
    #expect(found.files.count == count)
    #expect(told == [FileDiscovery.filesBetweenProgress])
  }

  @Test("a cancelled search ends")
  func cancelled() async throws {
    try folder.write("1", to: "a")
    let path = folder.path
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try FileDiscovery(directory: path, parts: [""]).run { _ in }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("files that were written since they were found are told")
  func changes() throws {
    try folder.write("1", to: "a")
    try folder.write("1", to: "b")
    try folder.write("1", to: "c")
    let files = try findings().files
    let discovery = FileDiscovery(directory: folder.path, parts: [""])
    #expect(discovery.changes(in: files) == [])
    try folder.write("22", to: "b")
    try FileManager.default.removeItem(atPath: folder.path + "/c")
    #expect(discovery.changes(in: files) == ["b", "c"])
  }
}
