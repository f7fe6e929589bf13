import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// The times of effects in a session of a worker, by a clock of the test's own.
@Suite("The times that a host's effects may take")
struct EffectTimesTests {
  /// Holds effects until it opens, and heeds no cancellation.
  actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
      if isOpen { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting.removeAll()
    }
  }

  @Reducer
  struct Worker {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable { case up, hold, heed, sendAndEnd, cancel }
    private enum CancelID: Hashable { case work }
    let gate: Gate

    var body: some Reducer<State, Action> {
      Reduce { [gate] state, action in
        switch action {
        case .up:
          state.count += 1
          return .none
        case .hold:
          return .run(name: "holding") { _ in await gate.pass() }.cancellable(id: CancelID.work)
        case .heed:
          return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
            .cancellable(id: CancelID.work)
        case .sendAndEnd:
          return .run { send in await send(.up) }.cancellable(id: CancelID.work)
        case .cancel:
          return .cancel(id: CancelID.work)
        }
      }
    }
  }

  private final class Times: Sendable {
    let now = Atomic<Int>(0)
    /// The times at which something was said to be due.
    let dues = Mutex<[Int]>([])
  }

  private final class Client {
    let gate = Gate()
    let times = Times()
    let session: HostSession
    private let feature: any HostedFeature
    private var sequence: UInt64 = 0
    private var messages: [WorkerMessage] = []

    static let lane = LaneID(rawValue: 1)

    init(_ limits: EffectLimits?) throws {
      let gate = gate
      let feature = hostedFeature { Worker(gate: gate) }
      self.feature = feature
      session = HostSession(findFeature: { _ in feature }, onOutput: {}, onReport: { _ in })
      session.limitEffects(
        now: { [times] in times.now.load(ordering: .relaxed) },
        onDue: { [times] due in times.dues.withLock { $0.append(due) } })
      try send(
        .open(
          Self.lane, feature.descriptor, .first, .first,
          snapshot: try WireEncoder.encode(Worker.State())))
      if let limits { try send(.limit(Self.lane, limits)) }
    }

    func send(_ messages: ClientMessage...) throws {
      var writer = WireWriter()
      for message in messages { message.encode(into: &writer) }
      try session.receive(writer.bytes)
    }

    /// Has an action reduced, and committed.
    func commit(_ action: Worker.Action) throws {
      sequence += 1
      let number = SequenceNumber(rawValue: sequence)
      let bytes = ByteString(try WireEncoder.encode(action))
      try send(
        .reduce(Self.lane, .first, number, HostedAction(bytes: bytes)),
        .commit(Self.lane, through: number))
    }

    /// Looks at a time.
    func look(at milliseconds: Int) -> EffectLook {
      times.now.store(milliseconds, ordering: .relaxed)
      let look = session.lookAtEffects(now: milliseconds)
      look.cancellations.run()
      return look
    }

    /// Waits for a message.
    func wait(_ matches: (WorkerMessage) -> Bool) async throws -> WorkerMessage? {
      for _ in 0..<12_000 {
        while let output = session.takeOutput() {
          try output.withUnsafeBytes { bytes in
            try WorkerMessage.decodeAll(bytes) { messages.append($0) }
          }
        }
        if let message = messages.first(where: matches) { return message }
        try await Task.sleep(for: .milliseconds(5))
      }
      return nil
    }
  }

  private func isFinish(_ message: WorkerMessage) -> Bool {
    if case .finished = message { true } else { false }
  }

  @Test("an effect that was cancelled and does not end hangs once its time is over, and not before")
  func cancelled() async throws {
    let client = try Client(EffectLimits(cancellationMilliseconds: 300))
    try client.commit(.hold)
    #expect(client.look(at: 100_000).due == nil)
    try client.commit(.cancel)
    #expect(client.times.dues.withLock { $0 } == [100_300])
    #expect(client.look(at: 100_299).hangs.isEmpty)
    let look = client.look(at: 100_300)
    let hang = try #require(look.hangs.first)
    #expect(look.hangs.count == 1)
    #expect(hang.lane == Client.lane)
    #expect(hang.text.contains("the effect \"holding\""))
    #expect(hang.text.contains("300 ms since it was cancelled"))
    #expect(client.session.neighbourCount == 0)
    #expect(client.session.runsHangsAlone)
    // Told once.
    #expect(client.look(at: 900_000).hangs.isEmpty)
    await client.gate.open()
    _ = try #require(try await client.wait(isFinish))
  }

  @Test("with the lane's end the standard time begins, where nothing else was said")
  func closed() async throws {
    let client = try Client(nil)
    try client.commit(.hold)
    try client.send(.close(Client.lane))
    #expect(client.look(at: 9_999).hangs.isEmpty)
    let hang = try #require(client.look(at: 10_000).hangs.first)
    #expect(client.session.cancelledCount(with: hang) == 1)
    #expect(client.session.neighbourCount == 0)
    // Where nothing can end it, the client need not wait.
    client.session.abandon(hang)
    #expect(client.session.effectCount == 0)
    let closed = try await client.wait { if case .closed = $0 { true } else { false } }
    #expect(closed == .closed(Client.lane, cancelledCount: 1))
    await client.gate.open()
  }

  @Test("an effect that has run for its time is cancelled, and ends")
  func limit() async throws {
    let client = try Client(
      EffectLimits(cancellationMilliseconds: 1_000, effectMilliseconds: 500))
    try client.commit(.heed)
    #expect(client.times.dues.withLock { $0 } == [500])
    #expect(client.look(at: 499).cancellations.isEmpty)
    #expect(client.look(at: 500).hangs.isEmpty)
    _ = try #require(try await client.wait(isFinish))
    #expect(client.look(at: 10_000).hangs.isEmpty)
    #expect(client.session.effectCount == 0)
  }

  @Test("one that does not end then hangs")
  func limitByForce() async throws {
    let client = try Client(
      EffectLimits(cancellationMilliseconds: 1_000, effectMilliseconds: 500))
    try client.commit(.hold)
    #expect(client.look(at: 600).hangs.isEmpty)
    #expect(client.look(at: 1_599).hangs.isEmpty)
    let hang = try #require(client.look(at: 1_600).hangs.first)
    #expect(hang.text.contains("cancelled at its effectTimeout"))
    await client.gate.open()
  }

  @Test("an effect that waits for its client to take what it sent does not hang")
  func sending() async throws {
    let client = try Client(EffectLimits(cancellationMilliseconds: 300))
    try client.commit(.sendAndEnd)
    _ = try #require(
      try await client.wait { if case .emit = $0 { true } else { false } })
    try client.commit(.cancel)
    for time in stride(from: 300, to: 6_000, by: 300) {
      #expect(client.look(at: time).hangs.isEmpty)
    }
    try client.send(.settle(Client.lane, through: 1))
    _ = try #require(try await client.wait(isFinish))
    #expect(client.look(at: 100_000).hangs.isEmpty)
  }

  @Test("after a pause all times begin anew")
  func forgiven() async throws {
    let client = try Client(EffectLimits(cancellationMilliseconds: 300))
    try client.commit(.hold)
    try client.commit(.cancel)
    client.session.forgiveEffects(now: 5_000)
    #expect(client.look(at: 5_299).hangs.isEmpty)
    #expect(client.look(at: 5_300).hangs.count == 1)
    await client.gate.open()
  }
}
