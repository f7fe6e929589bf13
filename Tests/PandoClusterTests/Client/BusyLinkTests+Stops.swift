import Foundation
import PandoHosting
import PandoWire
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

// A program that is stopped, and goes on.
extension BusyLinkTests {
  @Test("judges a worker by the time from then on where the program was stopped")
  func resumed() async throws {
    var limits = LinkMachine.Limits()
    // So that a question can be asked of before the welcome.
    limits.attentiveMilliseconds = -100_000
    try await withBusyLink(limits: limits) { worker, link, loop, owner in
      let now = MonotonicClock.nowMilliseconds()
      loop.noteLook(at: now)
      // A question that was asked long ago, as it seems once the program goes on.
      link.ask(now: now - 60_000)
      loop.forgive(until: now + 1_000)
      owner.gate.signal()
      try await eventually("the worker is forgiven") {
        owner.forgivenCount.load(ordering: .relaxed) > 0
      }
      loop.noteLook(at: nil)
      try await Task.sleep(for: .milliseconds(1_500))
      #expect(owner.end.withLock { $0 == nil })
      #expect(worker.write(Self.frame(1)))
      try await eventually("it is heard") { owner.count == 2 }
    }
  }

  /// Notes a stop of the program that is over for so long that no worker is forgiven by the time alone.
  private static func noteStop(_ loop: LinkLoop) {
    let watch = LinkWatch(loop)
    let now = MonotonicClock.nowMilliseconds()
    _ = watch.look(now: now - 70_000, hasLinks: true) { [] }
    _ = watch.look(now: now - 10_000, hasLinks: true) { [] }
    // From here on nobody looks.
    _ = watch.look(now: now, hasLinks: false) { [] }
  }

  @Test("forgives a worker for a stop of the program however late the thread comes to it")
  func resumedLate() async throws {
    try await withBusyLink { worker, _, loop, owner in
      owner.isLate.store(true, ordering: .relaxed)
      Self.noteStop(loop)
      owner.gate.signal()
      try await eventually("the worker is judged") {
        owner.forgivenCount.load(ordering: .relaxed) > 0 || owner.end.withLock { $0 != nil }
      }
      #expect(worker.write(Self.frame(1)))
      try await eventually("it is heard") {
        owner.count == 2 || owner.end.withLock { $0 != nil }
      }
      #expect(owner.end.withLock { $0 == nil })
    }
  }

  @Test("has nobody suspect for a connection that was lost in a stop, however late that is found")
  func lostInStop() async throws {
    try await withBusyLink(hasProcess: false) { worker, link, loop, owner in
      Self.noteStop(loop)
      worker.hangUp()
      try await eventually("the connection is lost") {
        var writer = WireWriter()
        ClientMessage.ping(1).encode(into: &writer)
        return try !link.sendAtOnce(writer)
      }
      owner.gate.signal()
      try await eventually("the link has ended") { owner.end.withLock { $0 != nil } }
      #expect(owner.end.withLock { $0?.end } == .left)
    }
  }
}
