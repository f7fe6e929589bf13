import Foundation
import IssueReporting
import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

@testable import Pando

/// A reporter is users' code, which may wait for whatever another thread does.
@Suite("Who reports an identity that cannot cross", .timeLimit(.minutes(15)))
struct UncrossableReportTests {
  /// Has another thread use what a lock guards, and waits for it.
  private final class Waiting: IssueReporter {
    private let probe = Mutex<(@Sendable () -> Void)?>(nil)
    private let found = Mutex<[Bool]>([])

    /// For each report, whether the other thread came through.
    var cameThrough: [Bool] { found.withLock { $0 } }

    func use(_ body: (@Sendable () -> Void)?) { probe.withLock { $0 = body } }

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      guard let probe = probe.withLock({ $0 }) else { return }
      let hasEnded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        probe()
        hasEnded.signal()
      }
      let came = hasEnded.wait(timeout: .now() + 20) == .success
      found.withLock { $0.append(came) }
    }
  }

  private struct OfHost: Hashable, Sendable { let id: ObjectIdentifier }
  private struct OfStore: Hashable, Sendable { let id: ObjectIdentifier }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case run, cancel }

    let id: @Sendable () -> any Hashable & Sendable

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.count += 1
        return switch action {
        case .run: .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: id())
        case .cancel: .cancel(id: id())
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action), run, stop }

    let id: @Sendable () -> any Hashable & Sendable

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child(id: id).hosted() }
      Reduce { _, action in
        switch action {
        case .child: .none
        case .run:
          .run { _ in try await Task.sleep(for: .seconds(1_000)) }
            .cancellable(id: id()).cancellable(id: "all")
        case .stop: .cancel(id: "all")
        }
      }
    }
  }

  @Test("holds no lock of a session")
  func session() throws {
    let reporter = Waiting()
    let feature = hostedFeature { Child { OfHost(id: ObjectIdentifier(Child.self)) } }
    let session = HostSession(findFeature: { _ in feature }, onOutput: {}, onReport: { _ in })
    let lane = LaneID(rawValue: 1)
    let send: @Sendable ([ClientMessage]) throws -> Void = { messages in
      var writer = WireWriter()
      for message in messages { message.encode(into: &writer) }
      try session.receive(writer.bytes)
    }
    let run = HostedAction(bytes: ByteString(try WireEncoder.encode(Child.Action.run)))
    try send([
      .open(
        lane, feature.descriptor, .first, .first, snapshot: try WireEncoder.encode(Child.State())),
      .reduce(lane, .first, .first, run), .commit(lane, through: .first),
    ])
    reporter.use {
      _ = session.effectCount
      try? send([.ping(1)])
    }
    let id = EncodedCancelID(CancelID(OfHost(id: ObjectIdentifier(Child.self))))
    try withIssueReporters([reporter]) { try send([.cancel(lane, .id(id.bytes))]) }
    #expect(reporter.cameThrough == [true])
    reporter.use(nil)
    session.end()
  }

  @Test("holds no lock of a store, and has reported when the action has finished")
  func store() async {
    let reporter = Waiting()
    await withIssueReporters([reporter]) {
      let store = Store(initialState: Parent.State()) {
        Parent { OfStore(id: ObjectIdentifier(Parent.self)) }
      }
      store.send(.run)
      reporter.use { _ = store.state.child.count }
      await store.send(.child(.cancel)).finish()
      #expect(reporter.cameThrough == [true])
      reporter.use(nil)
      await store.send(.stop).finish()
    }
  }
}
