import PandoHosting
import Testing

@testable import PandoCluster

@Suite("What a pool keeps of a worker")
struct StoreSessionsTests {
  @Test("says when a worker has said more than stores have read, of whatever store it is")
  func unread() {
    let sessions = StoreSessions()
    let bound = LinkLimits.unreadBytes(laneCount: 0)
    let half = bound / 2
    #expect(!sessions.noteUnread(byteCount: half))
    #expect(sessions.noteUnread(byteCount: half))
    sessions.noteRead(byteCount: half)
    #expect(!sessions.noteUnread(byteCount: 0))
    sessions.noteRead(byteCount: half)
    sessions.noteRead(byteCount: 0)
    // One batch alone is never too much.
    #expect(!sessions.noteUnread(byteCount: 2 * bound))
    sessions.noteRead(byteCount: 2 * bound)
    // Nor do many without a byte go for nothing.
    let count = bound / UnreadBatches.overhead
    #expect((0...count).contains { _ in sessions.noteUnread(byteCount: 0) })
  }

  @Test("gives a worker that says that it ends some time to do so")
  func refusal() {
    let sessions = StoreSessions()
    #expect(!sessions.shouldHaveEnded(now: .max))
    sessions.noteRefusal(now: 1_000)
    sessions.noteRefusal(now: 5_900)
    #expect(!sessions.shouldHaveEnded(now: 6_000))
    #expect(sessions.shouldHaveEnded(now: 6_001))
  }

  @Test("has the first reason for which a worker is given up, and who said so")
  func charge() {
    var charge = WorkerCharge()
    let (one, other) = (SessionNumber(rawValue: 1), SessionNumber(rawValue: 2))
    charge.noteHang("it hangs", by: one)
    charge.noteHang("it hangs, too", by: other)
    #expect(charge.takeHang() == "it hangs")
    #expect(charge.takeHang() == nil)
    #expect(charge.hangAccuser == one)
    charge.refuse(.refused, "it lies", by: other)
    charge.refuse(.died, "it died", by: one)
    #expect(charge.refusal?.reason == "it lies")
    #expect(charge.accuser == other)
  }
}
