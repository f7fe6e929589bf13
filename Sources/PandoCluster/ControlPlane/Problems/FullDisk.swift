import Glibc
import Synchronization

/// Looks now and then whether the file systems of some folders have room: on a thread of its own, as one that is on a server
/// that is away answers nobody.
final class DiskLooks: Sendable {
  private struct State {
    var problem: String?
    var beganAt = Int.min / 2
    /// The folder that is being looked at; nil while nobody looks.
    var folder: String?
  }

  /// The time between two looks.
  private static let pauseMilliseconds = 3_000
  /// The time that a file system may take before that is a problem.
  private static let patienceMilliseconds = 3_000

  private let folders: [String]
  private let look: @Sendable (String) -> FullDisk.Look?
  private let state = Mutex(State())

  /// - Parameter look: Returns what a file system says; nil where it says nothing.
  init(
    _ folders: [String],
    look: @escaping @Sendable (String) -> FullDisk.Look? = { FullDisk.Look(folder: $0) }
  ) {
    self.folders = folders
    self.look = look
  }

  /// A clause about the fullest file system, as it was at the last look; nil where all have room. Begins another look where
  /// that is due, and waits for none.
  func problem(atMilliseconds now: Int) -> String? {
    let (problem, isDue) = state.withLock { state -> (String?, Bool) in
      if let folder = state.folder {
        let isLate = now - state.beganAt >= Self.patienceMilliseconds
        return (isLate ? "has a disk that does not answer: \(folder)" : state.problem, false)
      }
      guard now - state.beganAt >= Self.pauseMilliseconds, let first = folders.first else {
        return (state.problem, false)
      }
      (state.beganAt, state.folder) = (now, first)
      return (state.problem, true)
    }
    if isDue, ServiceThread(trying: "pando-disks", { self.lookAtAll() }) == nil {
      // There is a next time.
      state.withLock { $0.folder = nil }
    }
    return problem
  }

  private func lookAtAll() {
    var seen: Set<UInt> = []
    var full: [FullDisk] = []
    for folder in folders {
      state.withLock { $0.folder = folder }
      guard let look = look(folder), seen.insert(look.device).inserted else { continue }
      if let disk = FullDisk(look) { full.append(disk) }
    }
    let fullest = full.min { $0.freeBytes < $1.freeBytes }
    state.withLock { ($0.folder, $0.problem) = (nil, fullest?.text) }
  }
}

/// A file system on which there is hardly any room.
struct FullDisk: Equatable {
  /// A look at the file system of a folder.
  struct Look {
    let folder: String
    let device: UInt
    let room: statvfs

    init(folder: String, device: UInt, _ room: statvfs) {
      (self.folder, self.device, self.room) = (folder, device, room)
    }

    /// Asks the system; nil where it does not say.
    init?(folder: String) {
      var (status, file) = (statvfs(), stat())
      guard statvfs(folder, &status) == 0, stat(folder, &file) == 0 else { return nil }
      self.init(folder: folder, device: UInt(file.st_dev), status)
    }
  }

  /// The folder that was looked at.
  let folder: String
  let freeBytes: Int

  /// The room from which on a file system is not full: this many bytes, or this part of it.
  private static let bytesAtLeast = 256 << 20
  private static let partAtLeast = 20

  var text: String {
    "has a disk that is full: \(folder) has room for \(freeBytes >> 20) MiB"
  }

  /// Nil where there is room.
  init?(_ look: Look) {
    let status = look.room
    let unit = Int(clamping: status.f_frsize)
    let free = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: unit).partialValue
    let all = Int(clamping: status.f_blocks).multipliedReportingOverflow(by: unit).partialValue
    // Without room for another file, there is none for bytes either.
    let hasFiles = status.f_files == 0 || status.f_favail > 0
    guard all > 0, !hasFiles || free < Self.bytesAtLeast && free < all / Self.partAtLeast else {
      return nil
    }
    folder = look.folder
    freeBytes = hasFiles ? free : 0
  }
}
