import Glibc

/// The files of a journal, under the names that they have without symbolic links, so that each has one lock.
struct JournalFiles {
  /// The path that the user gave, for errors.
  let path: String
  let database: String
  let folder: String

  var log: String { database + "-wal" }
  var lock: String { database + ".lock" }

  init(_ path: String) throws(JournalError) {
    self.path = path
    if let whole = Self.resolve(path) {
      database = whole
      folder = Self.split(whole).folder
    } else {
      let (parent, name) = Self.split(path)
      guard !name.isEmpty, let resolved = Self.resolve(parent) else {
        throw .system("the folder \(parent) cannot be opened", path: path)
      }
      folder = resolved
      database = (resolved == "/" ? "" : resolved) + "/" + name
    }
  }

  /// Returns the size of a file in bytes; 0 where there is none.
  static func size(_ path: String) -> Int {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : 0
  }

  /// Has the names of new files on disk.
  func flushFolder() throws(JournalError) {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("the folder cannot be opened", path: path) }
    defer { Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw .system("the folder cannot be flushed", path: path)
    }
  }

  private static func resolve(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let end = path.lastIndex(of: "/") else { return (".", path) }
    let name = String(path[path.index(after: end)...])
    return (end == path.startIndex ? "/" : String(path[..<end]), name)
  }
}
