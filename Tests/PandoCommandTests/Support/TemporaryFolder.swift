import Foundation

/// A folder of a test's own, removed with the last reference to it.
final class TemporaryFolder: Sendable {
  /// Short, because socket paths are; without symbolic links.
  let path: String

  init() throws {
    path = "/tmp/pc-" + String(UInt64.random(in: .min ... .max), radix: 36)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and the folders that it is in.
  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    let parent = url.deletingLastPathComponent()
    if access(parent.path, F_OK) != 0 {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  var entries: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
