import Foundation
import Glibc
import Pando
import Testing

/// Granted files, in the process that opens them.
@Suite("File grants")
struct FileGrantTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func text(_ grant: FileGrant) throws -> String {
    try grant.withDescriptor { descriptor in
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = read(descriptor, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  @Test("are read from their first byte each time")
  func reading() throws {
    try withFolder { folder in
      let url = URL(fileURLWithPath: folder).appending(path: "a b")
      try Data("text".utf8).write(to: url)
      let grant = try FileGrant(reading: url)
      #expect(try text(grant) == "text")
      #expect(try text(grant) == "text")
      #expect(throws: CancellationError.self) {
        try grant.withDescriptor { _ in throw CancellationError() }
      }
      #expect(try text(grant) == "text")
    }
  }

  @Test("are refused for what is no regular file, and for what cannot be read")
  func refusals() throws {
    try withFolder { folder in
      mkfifo("\(folder)/pipe", 0o600)
      for path in [folder, "\(folder)/pipe", "/dev/null"] {
        #expect(throws: FileGrantError.notAFile(path: path)) { try FileGrant(reading: path) }
      }
      let missing = "\(folder)/missing"
      #expect(throws: FileGrantError.unreadable(path: missing, errno: ENOENT)) {
        try FileGrant(reading: missing)
      }
      #expect(throws: FileGrantError.notAFile(path: "https://example.com/x")) {
        try FileGrant(reading: #require(URL(string: "https://example.com/x")))
      }
      #expect(
        "\(FileGrantError.unreadable(path: missing, errno: ENOENT))".hasSuffix(
          "No such file or directory"))
    }
  }

  @Test("stand for one open file in a process, which the last copy closes")
  func identity() throws {
    try withFolder { folder in
      let path = "\(folder)/file"
      try Data("text".utf8).write(to: URL(fileURLWithPath: path))
      let first = try FileGrant(reading: path)
      let second = try FileGrant(reading: path)
      #expect(second != first)
      var written = try JSONEncoder().encode([first])
      var copy: FileGrant? = try JSONDecoder().decode([FileGrant].self, from: written)[0]
      #expect(copy == first)
      #expect(copy.hashValue == Optional(first).hashValue)
      #expect(descriptors(of: path) == 2)
      #expect(try text(#require(copy)) == "text")
      #expect("\(first)" == "\(copy.map { "\($0)" } ?? "")")
      copy = nil
      written = Data("[\"\(String(repeating: "x", count: 32))\"]".utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([FileGrant].self, from: written)
      }
      withExtendedLifetime((first, second)) { #expect(descriptors(of: path) == 2) }
    }
  }

  @Test("that nobody holds are closed, and gone for whoever reads of them")
  func closing() throws {
    try withFolder { folder in
      let path = "\(folder)/file"
      try Data("text".utf8).write(to: URL(fileURLWithPath: path))
      let written = try JSONEncoder().encode([try FileGrant(reading: path)])
      #expect(descriptors(of: path) == 0)
      let read = try JSONDecoder().decode([FileGrant].self, from: written)[0]
      #expect(throws: FileGrantError.gone) { try text(read) }
      #expect(try JSONEncoder().encode([read]) == written)
    }
  }

  @Test("come and go on many threads at once")
  func threads() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    try Data("text".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let written = try JSONEncoder().encode([try FileGrant(reading: path)])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<2_000 {
            let grant = try FileGrant(reading: path)
            let own = try JSONEncoder().encode([grant])
            for data in [own, written] {
              _ = try JSONDecoder().decode([FileGrant].self, from: data)
            }
            #expect(try JSONDecoder().decode([FileGrant].self, from: own) == [grant])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(descriptors(of: path) == 0)
  }

  private func descriptors(of path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
    }
  }
}
