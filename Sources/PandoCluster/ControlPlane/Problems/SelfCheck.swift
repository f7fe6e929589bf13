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

  /// A problem whose beginning is noted here.
  private struct Finding {
    let kind: ProblemKind
    let text: String
    var advice: String?
  }

  /// The time between two looks, however often somebody asks.
  private static let lookMilliseconds = 1_000
  /// The time for which a line of the log that was lost is told of.
  private static let lossMilliseconds = 60_000

  private let keys: LoadedKeys?
  private let role: KeyRole
  private let unserved: String?
  private let disks: DiskLooks
  private let lostLines: @Sendable () -> Int
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
    disks = DiskLooks(([NSTemporaryDirectory()] + folders).filter { !$0.isEmpty })
    self.lostLines = lostLines
  }

  /// The folder of an endpoint's socket; none where it has no file.
  static func folders(of endpoint: String) -> [String] {
    guard endpoint.hasPrefix("ipc://") else { return [] }
    return [URL(fileURLWithPath: String(endpoint.dropFirst(6))).deletingLastPathComponent().path]
  }

  /// The problems that there are. For any thread; waits for no other but one that looks, and for no file system.
  func problems(atMilliseconds now: Int = MonotonicClock.nowMilliseconds()) -> [ProcessProblem] {
    state.withLock { state in
      if now - state.lookedAt < Self.lookMilliseconds { return state.problems }
      state.lookedAt = now
      let found = look(&state, now)
      let ages = state.onsets.look(at: found.map(\.kind.rawValue), atMilliseconds: now)
      state.problems = found.map {
        ProcessProblem(
          $0.kind, $0.text, advice: $0.advice, ageMilliseconds: ages[$0.kind.rawValue] ?? 0)
      }
      return state.problems
    }
  }

  private func look(_ state: inout State, _ now: Int) -> [Finding] {
    let lost = lostLines()
    if lost != state.lost { (state.lost, state.lostAt) = (lost, now) }
    var found: [Finding] = []
    if now - state.lostAt < Self.lossMilliseconds {
      found.append(Finding(kind: .log, text: "loses lines of its log (\(lost) so far)"))
    }
    if let disk = disks.problem(atMilliseconds: now) {
      found.append(Finding(kind: .disk, text: disk))
    }
    if let doubt = keys?.doubt(as: role) {
      found.append(Finding(kind: .key, text: doubt.text, advice: doubt.remedy))
    }
    if let unserved { found.append(Finding(kind: .unserved, text: unserved)) }
    return found
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
