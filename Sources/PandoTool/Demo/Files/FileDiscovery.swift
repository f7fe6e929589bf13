import Glibc

/// Finds the files below a directory.
///
/// Regular files only: symbolic links, pipes, sockets and devices are left out, and so is whatever
/// is in a directory called `.git`. What somebody names, the directory or a part of it, may be a link.
struct FileDiscovery: Sendable {
  /// The result of a search.
  struct Findings: Equatable, Sendable {
    /// In the order of their paths.
    var files: [SourceFile] = []
    /// The places that could not be looked at, with the reason.
    var unreadable: [String] = []
    var linkCount = 0
  }

  /// The number of files that are found between two calls of `onProgress`.
  static let filesBetweenProgress = 256

  let directory: String
  /// The parts of it that are searched, and absolute paths; an empty name stands for all of it.
  let parts: [String]

  /// Searches all parts.
  ///
  /// - Throws: `CancellationError` when its task was cancelled.
  func run(onProgress: (_ fileCount: Int) -> Void) throws(CancellationError) -> Findings {
    var findings = Findings()
    var folders = parts.filter { kind(of: $0, followsLink: true)?.isDirectory ?? false }
    while let folder = folders.popLast() {
      if Task.isCancelled { throw CancellationError() }
      for name in names(in: folder, &findings) where name != "." && name != ".." {
        let path = folder.isEmpty ? name : folder + "/" + name
        guard let kind = kind(of: path) else {
          findings.unreadable.append(Self.problem(path))
          continue
        }
        if kind.isDirectory {
          if name != ".git" { folders.append(path) }
        } else if let file = kind.file {
          findings.files.append(file)
          if findings.files.count % Self.filesBetweenProgress == 0 {
            onProgress(findings.files.count)
          }
        } else if kind.isLink {
          findings.linkCount += 1
        }
      }
    }
    findings.files.sort { $0.path < $1.path }
    findings.unreadable.sort()
    return findings
  }

  /// Which of these files are no longer what they were when they were found.
  func changes(in files: [SourceFile]) -> [String] {
    files.filter { kind(of: $0.path)?.file != $0 }.map(\.path)
  }

  private struct Kind {
    var isDirectory = false
    var isLink = false
    var file: SourceFile?
  }

  /// Nil with `errno` when the system said no.
  private func kind(of path: String, followsLink: Bool = false) -> Kind? {
    var status = stat()
    let isKnown =
      if followsLink {
        unsafe stat(absolute(path), &status) == 0
      } else {
        unsafe lstat(absolute(path), &status) == 0
      }
    guard isKnown else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return Kind(isDirectory: true)
    case S_IFLNK: return Kind(isLink: true)
    case S_IFREG:
      let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
      return Kind(
        file: SourceFile(path: path, byteCount: Int(status.st_size), modified: modified))
    default: return Kind()
    }
  }

  private func names(in folder: String, _ findings: inout Findings) -> [String] {
    guard let stream = unsafe opendir(absolute(folder)) else {
      findings.unreadable.append(Self.problem(folder.isEmpty ? directory : folder))
      return []
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name is longer than the field that it is declared as.
      let name = unsafe UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      unsafe names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names
  }

  private func absolute(_ path: String) -> String {
    path.isEmpty ? directory : SourceFile.absolute(path, in: directory)
  }

  private static func problem(_ path: String) -> String {
    unsafe "\(path): \(String(cString: strerror(errno)))"
  }
}
