import Glibc

/// A file, whatever its name is by now. Who removes a file by a name compares it first: the name may be another's.
package struct FileIdentity: Equatable, Sendable {
  private let device: dev_t
  private let inode: ino_t

  /// The file that has a name; nil when none has. A symbolic link is a file of its own.
  package init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// An open file. While it is open, no other can be taken for it.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }

  /// Removes the file by a name, unless the name is no longer its own.
  package func remove(_ path: String) {
    if FileIdentity(path: path) == self { unlink(path) }
  }
}
