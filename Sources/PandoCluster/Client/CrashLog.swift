import Pando
import PandoHosting

/// The crashes of a pool's workers that are to be logged, each with what the store lost by it.
///
/// The loss is known at once, the report later; the one waits for the other.
struct CrashLog {
  struct Entry {
    let member: MemberID
    let name: String
    let report: CrashReport
    var loss: HostedWorkerLoss?
  }

  private var losses: [MemberID: HostedWorkerLoss] = [:]
  /// The last workers that ended without a report, and of whose loss nothing was told yet.
  private var silent: [MemberID] = []
  private var entries: [Entry] = []
  /// True once people were told how to have backtraces.
  private var hasAdvised = false

  /// A worker is lost, of which the store had something to tell.
  mutating func note(_ loss: HostedWorkerLoss, of member: MemberID) {
    if let index = entries.firstIndex(where: { $0.member == member }) {
      entries[index].loss = loss
    } else if let index = silent.firstIndex(of: member) {
      silent.remove(at: index)
    } else if losses.count < Self.lossesAtMost {
      losses[member] = loss
    }
  }

  /// A worker prints nothing more.
  mutating func note(_ report: CrashReport?, of member: MemberID, name: String) {
    let loss = losses.removeValue(forKey: member)
    if let report {
      entries.append(Entry(member: member, name: name, report: report, loss: loss))
    } else if loss == nil {
      // Its loss may be told later, or never.
      if silent.count == Self.silentAtMost { silent.removeFirst() }
      silent.append(member)
    }
  }

  /// Takes what is to be logged now: the reports whose losses are known, or will not come.
  mutating func take(where isLost: (MemberID) -> Bool) -> [Entry] {
    if entries.isEmpty { return [] }
    let taken = entries.filter { $0.loss != nil || isLost($0.member) }
    entries.removeAll { $0.loss != nil || isLost($0.member) }
    return taken
  }

  /// Returns whether people are to be told how to have backtraces: once.
  mutating func advises() -> Bool {
    defer { hasAdvised = true }
    return !hasAdvised
  }

  /// Losses of workers that somebody else runs are never asked for; of the others there are few at a time.
  private static let lossesAtMost = 256
  private static let silentAtMost = 256
}
