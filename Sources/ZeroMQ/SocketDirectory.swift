import Glibc

/// The directory that a unix socket is in: it decides who can take the socket's place.
enum SocketDirectory {
  /// Makes sure that the directory of `path` exists and is safe.
  ///
  /// What is missing is created with mode 0700. What exists has to belong to this user or to root,
  /// and must not be writable by its group or by others, unless it is sticky, as /tmp is.
  static func prepare(for path: String) throws(ZeroMQError) {
    let directory = parent(of: path)
    try create(directory)
    try check(directory, for: path)
  }

  private static func parent(of path: String) -> String {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func create(_ directory: String) throws(ZeroMQError) {
    var status = stat()
    if stat(directory, &status) == 0 { return }
    try create(parent(of: directory))
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw .system("create the directory \(directory) for a socket")
    }
  }

  private static func check(_ directory: String, for path: String) throws(ZeroMQError) {
    var status = stat()
    guard stat(directory, &status) == 0 else { throw .system("look at the directory \(directory)") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw unsafe(path, "\(directory) is not a directory. Choose another path.")
    }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw unsafe(
        path,
        "\(directory) belongs to user \(status.st_uid), who could replace the socket. "
          + "Choose a directory of your own, with mode 0700.")
    }
    let isSticky = status.st_mode & S_ISVTX != 0
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 || isSticky else {
      throw unsafe(
        path,
        "others may write to \(directory), and could replace the socket. Run: chmod 0700 \(directory)"
      )
    }
  }

  private static func unsafe(_ path: String, _ problem: String) -> ZeroMQError {
    ZeroMQError(.unsafeDirectory, "Could not listen at ipc://\(path): \(problem)")
  }
}
