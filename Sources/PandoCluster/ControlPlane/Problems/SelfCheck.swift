import CProcess
import Foundation
import PandoHosting
import Synchronization

/// Finds the problems of a daemon that only its own process sees: disks, its log, its key, what it does not serve.
package final class SelfCheck: Sendable {
  private struct State {
    var problems: [ProcessProblem] = []
    var lookedAt = Int.min / 2
    var onsets = Onsets<String>()
    var lost = 0
    var lostAt = Int.min / 2
  }

  /// The time between two looks, however often somebody asks: each asks the system about several folders.
  private static let lookMilliseconds = 1_000
  /// The time for which a line of the log that was lost is told of.
  private static let lossMilliseconds = 60_000

  private let keys: LoadedKeys?
  private let role: KeyRole
  private let unserved: String?
  private let folders: [String]
  private let lostLines: @Sendable () -> Int
  private let startMilliseconds = MonotonicClock.nowMilliseconds()
  private let state = Mutex(State())

  /// - Parameters:
  ///   - role: The role that others trust this process with.
  ///   - unserved: A clause about what it should serve and does not; nil where nothing is.
  ///   - folders: Those in which it writes files, beside those for temporary ones and its log's.
  ///   - lostLines: Returns how many lines of the log were lost so far.
  init(
    keys: LoadedKeys?, role: KeyRole, unserved: String?, folders: [String],
    lostLines: @escaping @Sendable () -> Int = LostLines.count
  ) {
    self.keys = keys
    self.role = role
    self.unserved = unserved
    self.folders = ([NSTemporaryDirectory()] + folders).filter { !$0.isEmpty }
    self.lostLines = lostLines
  }

  /// The folder of an endpoint's socket; none where it has no file.
  static func folders(of endpoint: String) -> [String] {
    guard endpoint.hasPrefix("ipc://") else { return [] }
    return [URL(fileURLWithPath: String(endpoint.dropFirst(6))).deletingLastPathComponent().path]
  }

  /// The problems that there are. For any thread; waits for no other but one that looks, and for the file systems.
  func problems(atMilliseconds now: Int = MonotonicClock.nowMilliseconds()) -> [ProcessProblem] {
    state.withLock { state in
      if now - state.lookedAt < Self.lookMilliseconds { return state.problems }
      state.lookedAt = now
      state.problems = look(&state, now)
      return state.problems
    }
  }

  private func look(_ state: inout State, _ now: Int) -> [ProcessProblem] {
    let lost = lostLines()
    if lost != state.lost { (state.lost, state.lostAt) = (lost, now) }
    var found: [ProcessProblem] = []
    if now - state.lostAt < Self.lossMilliseconds {
      found.append(
        ProcessProblem(.log, "loses lines of its log (\(lost) so far)", ageMilliseconds: -1))
    }
    for disk in FullDisk.find(folders) {
      found.append(ProcessProblem(.disk, disk.text, ageMilliseconds: -1))
    }
    if let doubt = keys?.doubt(as: role) {
      found.append(
        ProcessProblem(.key, doubt.text, advice: doubt.remedy, ageMilliseconds: -1))
    }
    if let unserved { found.append(ProcessProblem(.unserved, unserved, ageMilliseconds: -1)) }
    let ages = state.onsets.look(at: found.map { "\($0.kind)" }, atMilliseconds: now)
    return found.map { problem in
      var problem = problem
      problem.ageMilliseconds = ages[problem.kind] ?? 0
      return problem
    }
  }
}

/// A file system on which there is hardly any room.
struct FullDisk: Equatable {
  /// The folder that was looked at.
  let folder: String
  let freeBytes: Int

  /// The room from which on a file system is not full: this many bytes, or this part of it.
  private static let bytesAtLeast = 256 << 20
  private static let partAtLeast = 20

  var text: String {
    "has a disk that is full: \(folder) has room for \(freeBytes >> 20) MiB"
  }

  /// Returns a full file system for each folder that is on one, each once.
  static func find(_ folders: [String]) -> [FullDisk] {
    var seen: Set<UInt> = []
    return folders.compactMap { folder in
      var status = statvfs()
      guard statvfs(folder, &status) == 0, seen.insert(status.f_fsid).inserted else { return nil }
      return FullDisk(folder: folder, status)
    }
  }

  /// Nil where there is room.
  init?(folder: String, _ status: statvfs) {
    let unit = Int(clamping: status.f_frsize)
    let free = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: unit).partialValue
    let all = Int(clamping: status.f_blocks).multipliedReportingOverflow(by: unit).partialValue
    guard all > 0, free < Self.bytesAtLeast, free < all / Self.partAtLeast else { return nil }
    self.folder = folder
    freeBytes = free
  }
}

/// The lines of this process's log that could not be written.
enum LostLines {
  private static let ofStandardError = Atomic<Int>(0)

  /// Returns their number so far: at least one for each time that standard error failed since the last look.
  @Sendable static func count() -> Int {
    // By C's stream, which swift-log writes to.
    if pando_standard_error_has_failed() { ofStandardError.add(1, ordering: .relaxed) }
    return ofStandardError.load(ordering: .relaxed) + DescriptorWriter.lostCount
  }
}
