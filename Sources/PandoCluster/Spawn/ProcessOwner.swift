import Foundation

/// A process as the name of a folder tells it: its number, when it began, and in which space of
/// numbers.
struct ProcessOwner: Equatable {
  let processID: Int32
  /// In ticks since this machine started; 0 where it cannot be told.
  let startTicks: UInt64
  /// The inode of its process namespace: a number means another process in another container.
  let namespace: UInt64

  private static let prefix = "pando-"

  static var current: ProcessOwner {
    var status = stat()
    let isKnown = stat("/proc/self/ns/pid", &status) == 0
    return ProcessOwner(
      processID: getpid(), startTicks: Standing.of(getpid(), in: "/proc").startTicks ?? 0,
      namespace: isKnown ? UInt64(status.st_ino) : 0)
  }

  var folderName: String {
    Self.prefix
      + "\(processID)-\(String(startTicks, radix: 36))-\(String(namespace, radix: 36))"
  }

  private init(processID: Int32, startTicks: UInt64, namespace: UInt64) {
    self.processID = processID
    self.startTicks = startTicks
    self.namespace = namespace
  }

  /// Reads a folder's name; nil when it is none of ours.
  init?(folderName: String) {
    let parts = folderName.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] + "-" == Self.prefix, let processID = Int32(parts[1]),
      let startTicks = UInt64(parts[2], radix: 36), let namespace = UInt64(parts[3], radix: 36)
    else { return nil }
    self.init(processID: processID, startTicks: startTicks, namespace: namespace)
  }

  /// Returns whether the process is known to be gone. One of which nothing can be known may be there.
  ///
  /// - Parameter processes: The folder in which the system tells of processes.
  func mayBeSwept(by other: ProcessOwner, processes: String = "/proc") -> Bool {
    guard namespace != 0, namespace == other.namespace, startTicks != 0 else { return false }
    // Where a process cannot tell when it began itself, what has its number is its own.
    if processID == other.processID, other.startTicks == 0 || other.startTicks == startTicks {
      return false
    }
    switch Standing.of(processID, in: processes) {
    case .began(let ticks): return ticks != startTicks
    // Others' processes may be hidden there.
    case .absent: return kill(processID, 0) != 0 && errno == ESRCH
    case .unknown: return false
    }
  }

  /// The standing of a process, as the system tells it.
  private enum Standing {
    case began(UInt64)
    case absent
    /// It cannot be read: too few descriptors, or no right to.
    case unknown

    var startTicks: UInt64? { if case .began(let ticks) = self { ticks } else { nil } }

    static func of(_ processID: Int32, in processes: String) -> Standing {
      guard let text = KernelFile.text("\(processes)/\(processID)/stat") else {
        // It may end once the file is open.
        return errno == ENOENT || errno == ESRCH ? .absent : .unknown
      }
      // The name stands in brackets and may hold anything.
      guard let rest = text.split(separator: ")").last else { return .unknown }
      let fields = rest.split(separator: " ")
      guard fields.count > 19, let ticks = UInt64(fields[19]) else { return .unknown }
      return .began(ticks)
    }
  }
}
