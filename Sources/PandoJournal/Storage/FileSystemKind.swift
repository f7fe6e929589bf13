import CSQLite

/// The kind of a file system, by its number in Linux's magic.h.
struct FileSystemKind {
  let number: UInt32

  init(number: UInt32) {
    self.number = number
  }

  /// The kind at a path.
  init(path: String) {
    number = pando_file_system_kind(path)
  }

  /// True for NFS, and for SMB by each of its three numbers.
  ///
  /// 9p and FUSE are let through: both also stand for disks of this machine, as in containers and on Windows.
  var isNetwork: Bool {
    [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42].contains(number)
  }
}
