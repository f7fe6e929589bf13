import PandoHosting
import Testing

@testable import Pando
@testable import PandoCluster

@Suite("The log of crashes")
struct CrashLogTests {
  private func loss(_ reason: String = "it was killed") -> HostedWorkerLoss {
    HostedWorkerLoss(
      worker: "worker 1", cause: .died, reason: reason, culprit: nil, childCount: 0, children: [],
      reducing: [])
  }

  private func note(
    _ log: inout CrashLog, _ member: UInt64, _ report: CrashReport?, _ loss: HostedWorkerLoss,
    lossFirst: Bool
  ) {
    let member = MemberID(rawValue: member)
    if lossFirst { log.note(loss, of: member) }
    log.note(report, of: member, name: "worker 1")
    if !lossFirst { log.note(loss, of: member) }
  }

  @Test("has a report with its loss, whichever comes first", arguments: [true, false])
  func pairs(_ lossFirst: Bool) {
    var log = CrashLog()
    note(&log, 1, CrashReport(cause: "a trap"), loss("a reason"), lossFirst: lossFirst)
    let entries = log.take { _ in false }
    #expect(entries.map(\.report.cause) == ["a trap"])
    #expect(entries.map(\.loss?.reason) == ["a reason"])
  }

  @Test(
    "keeps no loss of a worker that ended without a report, so that it has room for others",
    arguments: [true, false])
  func noReport(_ lossFirst: Bool) {
    var log = CrashLog()
    for member in 0..<2_000 { note(&log, UInt64(member), nil, loss(), lossFirst: lossFirst) }
    let last = MemberID(rawValue: 5_000)
    log.note(loss("a reason"), of: last)
    log.note(CrashReport(cause: "a trap"), of: last, name: "worker 1")
    let entries = log.take { _ in false }
    #expect(entries.map(\.loss?.reason) == ["a reason"])
  }

  @Test("remembers few of the workers that ended without a report")
  func bound() {
    var log = CrashLog()
    for member in 0..<2_000 {
      log.note(nil, of: MemberID(rawValue: UInt64(member)), name: "worker 1")
    }
    // The last is known, and its loss is not kept; the first is not.
    for member in [0, 1_999].map(MemberID.init(rawValue:)) {
      log.note(loss("a reason"), of: member)
      log.note(CrashReport(cause: "a trap"), of: member, name: "worker 1")
    }
    let entries = log.take { _ in true }
    #expect(entries.map(\.loss?.reason) == ["a reason", nil])
  }
}
