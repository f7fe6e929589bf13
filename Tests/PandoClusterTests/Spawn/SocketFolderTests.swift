import Foundation
import Testing

@testable import PandoCluster

@Suite("Folder of sockets")
struct SocketFolderTests {
  /// Folders that can be written to, and that no socket can be used in: the working directory may
  /// change, and the path of a socket has a limit.
  private func withUnusable(_ body: ([String]) throws -> Void) async throws {
    try await withFolder { folder in
      let long = "\(folder)/" + String(repeating: "x", count: SocketFolder.longestBaseBytes)
      try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
      try body([".", long])
      #expect(try FileManager.default.contentsOfDirectory(atPath: long).isEmpty)
    }
  }

  @Test("is refused where it could be made and not be used")
  func unusable() async throws {
    try await withUnusable { folders in
      for unusable in folders {
        let error = #expect(throws: SpawnError.self) {
          try SocketFolder(environment: ["TMPDIR": unusable]).remove()
        }
        #expect(error?.description.contains("can be made in \(unusable): its path ") == true)
      }
    }
  }

  @Test("has a name of its own, whatever others of this process have")
  func names() async throws {
    try await withFolder { base in
      let environment = ["TMPDIR": base]
      let first = try SocketFolder(environment: environment).path
      let dash = try #require(first.lastIndex(of: "-"))
      let number = try #require(UInt16(first[dash...].dropFirst(), radix: 36))
      for step in 1...20 as ClosedRange<UInt16> {
        let taken = first[...dash] + String(number &+ step, radix: 36)
        try FileManager.default.createDirectory(
          atPath: String(taken), withIntermediateDirectories: false)
      }
      let second = try SocketFolder(environment: environment)
      #expect(second.path == first[...dash] + String(number &+ 21, radix: 36))
    }
  }

  @Test("is made elsewhere where that of the session cannot be used")
  func session() async throws {
    try await withUnusable { folders in
      for unusable in folders {
        let folder = try SocketFolder(
          environment: ["XDG_RUNTIME_DIR": unusable, "TMPDIR": "/tmp/"])
        defer { folder.remove() }
        #expect(folder.path.hasPrefix("/tmp/pando-"))
      }
    }
  }
}
