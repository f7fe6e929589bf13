import Glibc

/// A notice of inotify.
struct FolderEvent {
  /// The notices that folders are watched for.
  static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_MOVE_SELF | IN_ATTRIB)

  /// The notices that folders further up are watched for, beside those that they are watched for already.
  static let maskAbove = UInt32(IN_MOVE_SELF | IN_MASK_ADD)

  /// The notices that folders further up are watched for, in the place of those that they were watched for.
  static let maskOfMoves = UInt32(IN_MOVE_SELF)

  let folder: Int32
  private let name: String
  private let mask: UInt32

  /// Takes the first of the bytes.
  init?(_ bytes: inout UnsafeRawBufferPointer) {
    let size = MemoryLayout<inotify_event>.size
    guard bytes.count >= size else { return nil }
    let header = unsafe bytes.loadUnaligned(as: inotify_event.self)
    let end = size + Int(header.len)
    guard bytes.count >= end else { return nil }
    folder = header.wd
    mask = header.mask
    name = unsafe String(decoding: bytes[size..<end].prefix { $0 != 0 }, as: UTF8.self)
    unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
  }

  /// True if there were more notices than the system keeps.
  var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

  /// True if the folder was removed or moved away: its path is that of another folder, or of none.
  var isOfFolder: Bool { mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 }

  /// True if a name is new. A file is told of again once it is written; a link and a folder are not, and neither is
  /// another name of a file that is there.
  var isCreation: Bool { mask & UInt32(IN_CREATE) != 0 }

  /// True if the folder's own rights may be others: what is in it may be read now, or no longer.
  private var isOfRights: Bool { mask & UInt32(IN_ATTRIB) != 0 && name.isEmpty }

  func concerns(_ folder: Int32, _ name: String) -> Bool {
    isOverflow || self.folder == folder && (isOfFolder || isOfRights || self.name == name)
  }
}
