import Foundation

/// The text files below a directory, and what else there is.
struct FoundFiles: Equatable, Sendable {
  /// Regular files of any kind.
  var count = 0
  /// In the order of their paths.
  var texts: [TextFile] = []
  /// Files without text.
  var binaryCount = 0
  /// The places that could not be looked at, with the reason.
  var unreadable: [String] = []

  /// Finds the files, and reads each once, so that the first run waits for the disk no more than the others.
  ///
  /// Regular files only: symbolic links, pipes, sockets and devices are left out, and so is whatever begins with a dot.
  /// The directory itself may be a link.
  ///
  /// - Parameters:
  ///   - directory: An absolute path.
  ///   - most: The files that are read at most; of more, so many, spread evenly over the list.
  /// - Throws: `CancellationError` when its task was cancelled.
  init(below directory: String, atMost most: Int, _ log: DemoLog) throws {
    log.event("looking for files below \(directory)")
    var paths = try search(directory).sorted()
    count = paths.count
    log.event("found \(plural(count, "file"))")
    if count > most {
      paths = (0..<most).map { [paths] in paths[$0 * paths.count / most] }
      log.event(
        """
        counting \(most.grouped) of them, spread evenly over the list in the order of their paths \
        (--limit-files)
        """)
    }
    let stopwatch = Stopwatch()
    for path in paths {
      try Task.checkCancellation()
      do throws(TextFile.Problem) {
        texts.append(try TextFile.find(path))
      } catch {
        switch error {
        case .noText: binaryCount += 1
        case .unreadable(let reason): unreadable.append(reason)
        }
      }
    }
    log.event(
      """
      read \(plural(texts.byteCount, "byte")) once in \(stopwatch.seconds.formatted(decimals: 2)) s: \
      every run finds them in the page cache
      """)
  }

  private mutating func search(_ directory: String) throws -> [String] {
    var files: [String] = []
    var folders = [directory]
    while let folder = folders.popLast() {
      try Task.checkCancellation()
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder)
      } catch {
        unreadable.append("\(folder): \(error.localizedDescription)")
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let path = folder + "/" + name
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
          unreadable.append(unsafe "\(path): \(String(cString: strerror(errno)))")
          continue
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(path)
        case S_IFREG: files.append(path)
        default: break
        }
      }
    }
    return files
  }
}
