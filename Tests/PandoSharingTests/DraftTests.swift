import Foundation
import Glibc
import Synchronization
import Testing

@testable import PandoSharing

@Suite("Drafts of files", .timeLimit(.minutes(15)))
struct DraftTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("pando-drafts-\(UUID())")

  private func write(
    _ text: String, to url: URL, by files: DiskFiles,
    settingAside: @escaping FileStorage.SettingAside = { _ in }
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      files.write(
        to: url, for: .userInitiated, { Data(text.utf8) }, settingAside: settingAside,
        done: { continuation.resume(with: $0) })
    }
  }

  /// Leaves a draft of a file that nobody finishes.
  private func leaveDraft(_ name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("left".utf8).write(to: url)
    let old = timeval(tv_sec: time(nil) - 7_200, tv_usec: 0)
    #expect(utimes(url.path, [old, old]) == 0)
  }

  @Test(
    "a file is written and read whose name is as long as names are, and its drafts are removed",
    arguments: [
      String(repeating: "n", count: 244), String(repeating: "n", count: 255),
      String(repeating: "\u{9577}", count: 85),
    ])
  func longName(_ name: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent(name)
    let prefix = DiskFiles.draftPrefix(url)
    #expect(prefix.hasPrefix(".\(name.prefix(70))"))
    try leaveDraft(prefix + "0123abcd")
    let files = DiskFiles()
    try await write("7", to: url, by: files)
    #expect(try files.read(url) == Data("7".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }

  @Test(
    "a file that could not be read is kept, however long its name is",
    arguments: [
      String(repeating: "n", count: 244), String(repeating: "n", count: 255),
      String(repeating: "\u{9577}", count: 85),
    ])
  func longNameAside(_ name: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(name)
    for number in 1...2 {
      let broken = Data("broken \(number)".utf8)
      try broken.write(to: url)
      try await write("7", to: url, by: DiskFiles(), settingAside: { try $0() })
      #expect(try Data(contentsOf: url) == Data("7".utf8))
      #expect(try Data(contentsOf: url.unreadable(number)) == broken)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 3)
    #expect(names.contains { $0.hasSuffix(".unreadable") })
  }

  @Test(
    "a folder is looked at once, however many files are written there, and each loses its drafts")
  func once() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (0..<100).map { "file\($0)" }
    for name in names { try leaveDraft(".\(name).draft-0123abcd") }
    let lookCount = Mutex(0)
    let files = DiskFiles { folder in
      lookCount.withLock { $0 += 1 }
      return DiskFiles.names(in: folder)
    }
    for name in names { try await write("7", to: folder.appendingPathComponent(name), by: files) }
    #expect(lookCount.withLock { $0 } == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == names.sorted())
  }
}
