import Foundation

/// The folders of the Swift toolchain and of the C headers beside it, which hold much text:
/// interfaces, headers, descriptions.
enum ToolchainFolders {
  private static let names = ["swift", "swift_static", "clang"]

  /// Returns the folders of the first toolchain in a list of folders such as `PATH`; none if there
  /// is no toolchain.
  static func find(inPath path: String, headers: String = "/usr/include") -> [String] {
    for folder in path.split(separator: ":") {
      let compiler = URL(fileURLWithPath: folder + "/swift")
      guard FileManager.default.fileExists(atPath: compiler.path) else { continue }
      let libraries = compiler.resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("lib")
      let folders = names.map { libraries.appendingPathComponent($0).path } + [headers]
      return folders.filter { FileManager.default.fileExists(atPath: $0) }
    }
    return []
  }
}
