import Foundation

/// A checkout of Pando on this machine.
enum Checkout {
  /// Returns the folder of the checkout that a program was built in; nil where it was installed since.
  static func around(_ program: URL) -> URL? {
    var folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/" {
      if isPando(folder) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// True if a folder holds the package.
  static func isPando(_ folder: URL) -> Bool {
    let manifest = folder.appendingPathComponent("Package.swift")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return false }
    return text.contains("name: \"pando\"") && text.contains("\"PandoCluster\"")
  }

  /// Returns whether a symbolic link leads to a folder, which need not be there itself.
  static func isBehindLink(_ folder: URL) -> Bool {
    var folder = folder.standardizedFileURL
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
      folder.deleteLastPathComponent()
    }
    return folder.resolvingSymlinksInPath().path != folder.path
  }

  /// Returns the path from one folder to another, both absolute, with no link on the way to the first: `../pando`.
  static func path(from folder: URL, to other: URL) -> String {
    let from = folder.standardizedFileURL.pathComponents
    let to = other.standardizedFileURL.pathComponents
    var shared = 0
    while shared < min(from.count, to.count), from[shared] == to[shared] { shared += 1 }
    // Only the root is shared: nobody would recognise the way up to it.
    guard shared > 1 else { return other.standardizedFileURL.path }
    let steps = from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}
