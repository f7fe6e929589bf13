import Glibc
import Pando
import PandoHosting

/// The workers that a store has lost, counted by cause. Bounded: what is known of an end is kept for the workers alone
/// whose loss is still to be told.
struct LossCounts {
  /// Why a worker was lost, as far as it is known.
  enum Cause: String, CaseIterable {
    /// It was ended by a signal that says so, such as that of a trap.
    case crashed
    /// Somebody else ended it, such as an operator, or the system as memory ran out.
    case killed
    /// It ended by itself.
    case exited
    /// It stayed at one action for too long, or an effect that was cancelled did not end.
    case hung
    /// It broke the protocol.
    case refused
    /// It said that it stops, as after a drain.
    case left
    /// The connection to it ended, or nothing came by it, and more is not known.
    case disconnected

    init?(_ end: ProcessEnd) {
      switch end {
      case .killed(let signal, _):
        self = [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(signal) ? .killed : .crashed
      case .exited: self = .exited
      case .told(_, by: nil): self = .killed
      case .told(let end, _): self.init(end)
      case .notStarted, .unstartable, .unknown: return nil
      }
    }
  }

  private var counts: [Cause: Int] = [:]
  private var ends: [MemberID: Cause] = [:]

  subscript(cause: Cause) -> Int { counts[cause] ?? 0 }

  /// The process of a worker whose loss is still to be told has ended, or is about to.
  mutating func note(_ cause: Cause?, of member: MemberID) {
    if ends[member] == nil { ends[member] = cause }
  }

  /// A worker is lost.
  mutating func add(_ loss: HostedWorkerLoss.Cause, of member: MemberID) {
    let cause: Cause =
      switch loss {
      case .crashed: ends[member] ?? .crashed
      case .died, .killed: ends[member] ?? .disconnected
      case .hung: .hung
      case .refused: .refused
      // No worker is lost so: the store itself was.
      case .left, .restarted: .left
      }
    counts[cause, default: 0] += 1
  }

  /// Nothing more is told of a worker.
  mutating func forget(_ member: MemberID) {
    ends[member] = nil
  }
}
