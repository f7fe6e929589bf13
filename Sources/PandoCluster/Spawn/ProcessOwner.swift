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
      processID: getpid(), startTicks: startTicks(of: getpid()) ?? 0,
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

  /// Returns whether the process is known to be gone.
  func mayBeSwept(by other: ProcessOwner) -> Bool {
    namespace != 0 && namespace == other.namespace && startTicks != 0
      && Self.startTicks(of: processID) != startTicks
  }

  private static func startTicks(of processID: Int32) -> UInt64? {
    guard let text = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
      // The name stands in brackets and may hold anything.
      let rest = text.split(separator: ")").last
    else { return nil }
    let fields = rest.split(separator: " ")
    return fields.count > 19 ? UInt64(fields[19]) : nil
  }
}
