import Foundation
import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// A watch judges a worker by how long it has been at one thing, and how long that may take.
@Suite("The position of what runs after a reducer")
struct HostPositionTests {
  /// The positions at which users' code ran.
  final class Scene: Sendable {
    let session = Mutex<HostSession?>(nil)
    let positions = Mutex<[HostPosition]>([])
    let isRunning = Atomic<Bool>(false)
    /// True once the handler is to let another lane's effect send before it notes where it runs.
    let isDisturbed = Atomic<Bool>(false)
    let mayDisturb = Atomic<Bool>(false)

    /// Has another lane's effect send, and waits until its thread has reduced that.
    func disturb() {
      guard isDisturbed.load(ordering: .acquiring), let session = session.withLock({ $0 }) else {
        return
      }
      let count = session.reducedCount
      mayDisturb.store(true, ordering: .releasing)
      for _ in 0..<4_000 where session.reducedCount == count {
        Thread.sleep(forTimeInterval: 0.005)
      }
      // It waits for the session's lock, which the effect's thread has as long as it is at that action.
      try? session.receive([UInt8]())
    }

    func note() {
      guard let position = session.withLock({ $0 })?.position else { return }
      positions.withLock { $0.append(position) }
    }
  }

  /// Says where it was freed.
  final class Life: Sendable {
    let scene: Scene

    init(_ scene: Scene) { self.scene = scene }

    deinit { scene.note() }
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case start, up, send, disturb }
    let life: Life

    var body: some Reducer<State, Action> {
      Reduce { [life] state, action in
        state.count += 1
        if case .send = action {
          return .run { [scene = life.scene] send in
            while !scene.isRunning.load(ordering: .acquiring) {
              try await Task.sleep(for: .milliseconds(1))
            }
            await send(.up)
          }
        }
        if case .disturb = action {
          let scene = life.scene
          scene.isDisturbed.store(true, ordering: .releasing)
          return .run { send in
            while !scene.mayDisturb.load(ordering: .acquiring) {
              try await Task.sleep(for: .milliseconds(1))
            }
            await send(.up)
          }
        }
        guard case .start = action else { return .none }
        return .run { [scene = life.scene] _ in
          await withTaskCancellationHandler {
            scene.isRunning.store(true, ordering: .releasing)
            let (forever, continuation) = AsyncStream<Never>.makeStream()
            for await _ in forever {}
            _ = continuation
          } onCancel: {
            scene.disturb()
            scene.note()
          }
        }
      }
    }
  }

  private static let lane = LaneID(rawValue: 1)
  private static let other = LaneID(rawValue: 2)

  private func send(_ session: HostSession, _ messages: ClientMessage...) throws {
    var writer = WireWriter()
    for message in messages { message.encode(into: &writer) }
    try session.receive(writer.bytes)
  }

  private func reduce(
    _ lane: LaneID, _ action: Child.Action, _ number: SequenceNumber = .first
  ) throws -> ClientMessage {
    .reduce(lane, .first, number, HostedAction(bytes: ByteString(try WireEncoder.encode(action))))
  }

  /// Has an effect run, whose lane is not the last that reduced: an action there may take 7 ms.
  private func withEffect(
    _ body: (HostSession) async throws -> Void
  ) async throws -> (before: HostPosition, during: [HostPosition]) {
    let scene = Scene()
    let feature = hostedFeature { Child(life: Life(scene)) }
    let session = HostSession(findFeature: { _ in feature }, onOutput: {}, onReport: { _ in })
    scene.session.withLock { $0 = session }
    defer { scene.session.withLock { $0 = nil } }
    let snapshot = try WireEncoder.encode(Child.State())
    try send(
      session,
      .open(Self.lane, feature.descriptor, .first, .first, snapshot: snapshot),
      .open(
        Self.other, feature.descriptor, .first, .first, snapshot: snapshot, timeoutMilliseconds: 7,
        selfDispatches: true),
      reduce(Self.lane, .start), .commit(Self.lane, through: .first))
    for _ in 0..<4_000 where !scene.isRunning.load(ordering: .acquiring) {
      try await Task.sleep(for: .milliseconds(5))
    }
    let isRunning = scene.isRunning.load(ordering: .acquiring)
    #expect(isRunning)
    try send(session, reduce(Self.other, .up))
    let before = session.position
    #expect(before.timeoutMilliseconds == 7)
    #expect(before.lane == Self.other)
    defer { session.end() }
    try await body(session)
    return (before, scene.positions.withLock { $0 })
  }

  private func expectOwnTime(_ found: (before: HostPosition, during: [HostPosition])) {
    #expect(!found.during.isEmpty)
    for position in found.during {
      #expect(position.timeoutMilliseconds == 60_000)
      #expect(position.lane == nil)
      #expect(position.messageCount > found.before.messageCount)
    }
  }

  @Test("is one of its own, where a lane is closed")
  func close() async throws {
    expectOwnTime(try await withEffect { try send($0, .close(Self.lane)) })
  }

  @Test("is one of its own, where effects are cancelled")
  func cancel() async throws {
    expectOwnTime(try await withEffect { try send($0, .cancel(Self.lane, .sequence(.first))) })
  }

  @Test("is one of its own, where an effect of another lane sends meanwhile")
  func disturbed() async throws {
    let found = try await withEffect { session in
      let second = SequenceNumber(rawValue: 2)
      try send(
        session, reduce(Self.other, .disturb, second), .commit(Self.other, through: second))
      var writer = WireWriter()
      ClientMessage.cancel(Self.lane, .sequence(.first)).encode(into: &writer)
      let batch = writer.bytes
      let count = session.reducedCount
      // Not on a thread of the pool, which the effect may need.
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          try? session.receive(batch)
          continuation.resume()
        }
      }
      #expect(session.reducedCount == count + 1)
    }
    expectOwnTime(found)
  }

  @Test("is one of its own, where a host is freed that cannot go on")
  func failure() async throws {
    let found = try await withEffect { session in
      let second = SequenceNumber(rawValue: 2)
      let rebase = ClientMessage.rebase(
        Self.other, Epoch(rawValue: 2), from: second, .snapshot([255, 255, 255, 255]))
      try send(session, rebase)
    }
    expectOwnTime(found)
  }

  @Test("is one of its own, where the client has gone")
  func end() async throws {
    // Both of its hosts are freed then.
    expectOwnTime(try await withEffect { _ = $0.end() })
  }

  @Test("is not that of the last lane, where a message is for no reducer")
  func commit() async throws {
    let found = try await withEffect { session in
      try send(session, .commit(Self.other, through: .first))
      #expect(session.position.timeoutMilliseconds == 60_000)
    }
    #expect(found.during.isEmpty)
  }

  @Test("is a step that was counted before, where an effect's thread reduces")
  func selfDispatch() async throws {
    let scene = Scene()
    let feature = hostedFeature { Child(life: Life(scene)) }
    let session = HostSession(findFeature: { _ in feature }, onOutput: {}, onReport: { _ in })
    scene.session.withLock { $0 = session }
    defer { scene.session.withLock { $0 = nil } }
    session.onSelfDispatch = { if $0 { scene.note() } }
    try send(
      session,
      .open(
        Self.lane, feature.descriptor, .first, .first,
        snapshot: try WireEncoder.encode(Child.State()), timeoutMilliseconds: 7,
        selfDispatches: true),
      reduce(Self.lane, .send), .commit(Self.lane, through: .first))
    let before = session.position
    // Only now may the effect send, so that nothing else is at the session.
    scene.isRunning.store(true, ordering: .releasing)
    for _ in 0..<4_000 where scene.positions.withLock({ $0.isEmpty }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    let during = try #require(scene.positions.withLock { $0.first })
    #expect(during.timeoutMilliseconds == 7)
    #expect(during.messageCount > before.messageCount)
    session.end()
  }
}
