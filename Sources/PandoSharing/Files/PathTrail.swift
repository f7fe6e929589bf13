import FoundationEssentials
import Glibc

/// The names that lead to a file, by way of links. Where one of them changes, the path may lead to another
/// file.
struct PathTrail: Equatable, Sendable {
  /// A name in a folder.
  struct Step: Equatable, Sendable {
    let folder: String
    let name: String
  }

  /// The links on the way.
  private(set) var links: [Step] = []
  /// The file; or the first name on the way that is not there, or is no folder.
  private(set) var last = Step(folder: "/", name: "")

  /// More than the system follows.
  private static let linksAtMost = 40

  /// Looks at the names of an absolute path as they are now.
  init(_ path: String) {
    var folder = ""
    var rest = Self.names(path)
    while let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        continue
      }
      last = Step(folder: folder.isEmpty ? "/" : folder, name: name)
      let path = folder + "/" + name
      if let target = Self.target(of: path) {
        links.append(last)
        if links.count == Self.linksAtMost { return }
        if target.hasPrefix("/") { folder = "" }
        rest += Self.names(target)
      } else if Self.isFolder(path) {
        folder = path
      } else {
        return
      }
    }
  }

  /// The folders that the last one is in, near and far.
  var foldersAbove: [String] {
    var folders: [String] = []
    var rest = last.folder[...]
    while let end = rest.lastIndex(of: "/"), end > rest.startIndex {
      rest = rest[..<end]
      folders.append(String(rest))
    }
    return folders
  }

  /// The names of a path, the first one last.
  private static func names(_ path: String) -> [String] {
    path.split(separator: "/").reversed().map(String.init)
  }

  private static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// The path that a link has; nil for what is no link.
  private static func target(of path: String) -> String? {
    guard kind(of: path) == S_IFLNK else { return nil }
    return try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  /// The kind of what has a name; nil where nothing has.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
