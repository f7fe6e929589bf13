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
