import Foundation
import PandoHosting
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

/// Links over tcp that have more than one key to try.
@Suite("A link whose first key is another worker's", .serialized)
struct NextKeyTests {
  /// An owner of links that only notes which have ended.
  private final class Ends: LinkDelegate {
    let ends = Mutex<[(member: MemberID, end: LinkEnd, reason: String)]>([])

    var hello: Hello { Hello(name: "test", features: []) }
    func linkIsReady(_ link: WorkerLink, _ welcome: Welcome) {}
    func link(_ link: WorkerLink, received batch: UnsafeRawBufferPointer) {}
    func checkProgress(of link: WorkerLink, now: Int) -> String? { nil }
    func forgive(_ link: WorkerLink) {}
    func makeCalls() {}

    func linkHasEnded(_ link: WorkerLink, _ end: LinkEnd, reason: String) {
      ends.withLock { $0.append((link.member, end, reason)) }
    }

    func end(of link: WorkerLink) -> (end: LinkEnd, reason: String)? {
      ends.withLock { $0.first { $0.member == link.member }.map { ($0.end, $0.reason) } }
    }
  }

  /// Returns false when it has not come about in a generous time.
  private func wait(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      usleep(5_000)
    }
    return true
  }

  @Test("ends where there is no socket for the next key, and other links go on")
  func noSocket() throws {
    let (client, server, other) = (
      try CurveKeyPair.generate(), try CurveKeyPair.generate(), try CurveKeyPair.generate()
    )
    let context = try Context()
    var worker = try context.socket(.router, .curveServer(server))
    let endpoint = try worker.bind(Endpoint("tcp://127.0.0.1:*"))
    // So many as one link has: a second connection finds the monitor of the first still there.
    let loop = try LinkLoop(limits: LinkMachine.Limits(), maxSockets: 3)
    let ends = Ends()
    func makeLink(_ number: UInt64, _ keys: [CurveKey]) -> WorkerLink {
      loop.makeLink(
        MemberID(rawValue: number), name: "worker \(number)", endpoint: endpoint,
        paths: keys.map { CurvePath(pair: client, serverKey: $0) }, hasProcess: false)
    }
    loop.start(delegate: ends)
    defer { loop.stop() }
    let first = makeLink(1, [other.publicKey, server.publicKey])
    loop.post(.open(first))
    try #require(wait { ends.end(of: first) != nil }, "the link did not end")
    let (end, reason) = try #require(ends.end(of: first))
    #expect(end == .left)
    #expect(reason.contains("maxSockets"), "\(reason)")
    // The sockets of the first go a moment later than it does.
    var message = Message()
    var last: WorkerLink?
    var number: UInt64 = 1
    let isGreeted = try wait {
      if last.map({ ends.end(of: $0) != nil }) ?? true {
        number += 1
        last = makeLink(number, [server.publicKey])
        loop.post(.open(last!))
      }
      return try worker.receive(into: &message, wait: .never)
    }
    #expect(isGreeted, "the loop has ended")
  }
}
