import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// A session of a worker, message by message.
@Suite("What one client has on a worker")
struct HostSessionTests {
  /// The state that a test and the effects of its feature share.
  final class Scene: Sendable {
    let begun = Atomic<Int>(0)
    let resumed = Atomic<Int>(0)
    let resumedUncancelled = Atomic<Int>(0)
    let reports = Mutex<[String]>([])
    /// The number of features that were made and are still in memory.
    let featureCount = Atomic<Int>(0)
  }

  /// Lives as long as the feature that holds it.
  final class Life: Sendable {
    let scene: Scene

    init(_ scene: Scene) {
      self.scene = scene
      scene.featureCount.add(1, ordering: .relaxed)
    }

    deinit {
      scene.featureCount.subtract(1, ordering: .relaxed)
    }
  }

  @Reducer
  struct Counter {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Codable, Sendable {
      case up, sendFromTasks(Int), sendOnce, large(Int, bytes: Int), note(String)
    }
    let life: Life

    init(_ scene: Scene) {
      life = Life(scene)
    }

    var body: some Reducer<State, Action> {
      Reduce { [life] state, action in
        let scene = life.scene
        switch action {
        case .up:
          state.count += 1
        case .note:
          break
        case .sendFromTasks(let count):
          return .run { send in
            for _ in 0..<count {
              Task {
                scene.begun.add(1, ordering: .sequentiallyConsistent)
                await send(.up)
              }
            }
            // The effect ends while most of its tasks wait.
            while scene.begun.load(ordering: .sequentiallyConsistent) < count {
              try? await Task.sleep(for: .milliseconds(5))
            }
            try? await Task.sleep(for: .milliseconds(100))
          }
        case .sendOnce:
          return .run { send in
            await send(.up)
            scene.resumed.add(1, ordering: .sequentiallyConsistent)
            if !Task.isCancelled {
              scene.resumedUncancelled.add(1, ordering: .sequentiallyConsistent)
            }
          }
        case .large(let count, let bytes):
          return .run { send in
            await withTaskGroup(of: Void.self) { group in
              for _ in 0..<count {
                group.addTask { await send(.note(String(repeating: "x", count: bytes))) }
              }
            }
          }
        }
        return .none
      }
    }
  }

  /// A client that speaks with a session.
  private final class Client {
    let scene = Scene()
    let feature: any HostedFeature
    let session: HostSession

    init() {
      let scene = scene
      let feature = hostedFeature { Counter(scene) }
      self.feature = feature
      session = HostSession(
        findFeature: { _ in feature }, onOutput: {},
        onReport: { report in scene.reports.withLock { $0.append(report) } })
    }

    func send(_ messages: ClientMessage...) throws(HostingRefusal) {
      var writer = WireWriter()
      for message in messages { message.encode(into: &writer) }
      try session.receive(writer.bytes)
    }

    func open(_ lane: UInt64, timeout: Int = 60_000) throws -> ClientMessage {
      .open(
        LaneID(rawValue: lane), feature.descriptor, .first, .first,
        snapshot: try WireEncoder.encode(Counter.State()), timeoutMilliseconds: timeout)
    }

    func reduce(_ lane: UInt64, _ sequence: UInt64, _ action: Counter.Action) throws
      -> ClientMessage
    {
      .reduce(
        LaneID(rawValue: lane), .first, SequenceNumber(rawValue: sequence),
        HostedAction(bytes: ByteString(try WireEncoder.encode(action))))
    }

    func takeMessages() throws -> [WorkerMessage] {
      var messages: [WorkerMessage] = []
      while let output = session.takeOutput() {
        try output.withUnsafeBytes { bytes in
          try WorkerMessage.decodeAll(bytes) { messages.append($0) }
        }
      }
      return messages
    }

    /// Takes in what comes until a condition holds.
    func collect(
      until condition: ([WorkerMessage]) -> Bool
    ) async throws -> [WorkerMessage] {
      var messages: [WorkerMessage] = []
      for _ in 0..<4_000 {
        messages += try takeMessages()
        if condition(messages) { return messages }
        try await Task.sleep(for: .milliseconds(5))
      }
      Issue.record("it never came: \(messages.suffix(3))")
      return messages
    }
  }

  private static let lane = LaneID(rawValue: 1)

  private func emitNumbers(_ messages: [WorkerMessage]) -> [UInt64] {
    messages.compactMap { if case .emit(_, _, let number, _, _) = $0 { number } else { nil } }
  }

  private func finishedCount(_ messages: [WorkerMessage]) -> Int {
    messages.count { if case .finished = $0 { true } else { false } }
  }

  @Test("P7: an effect's 1,000 tasks send through a window, and its end comes behind them")
  func manyTasks() async throws {
    let client = Client()
    try client.send(client.open(1), client.reduce(1, 1, .sendFromTasks(1_000)))
    try client.send(.commit(Self.lane, through: .first))
    var all = try await client.collect { emitNumbers($0).count >= 256 }
    // The effect itself is over by then; nothing more comes before something is settled.
    try await Task.sleep(for: .milliseconds(300))
    all += try client.takeMessages()
    #expect(emitNumbers(all) == Array(1...256))
    #expect(finishedCount(all) == 0)
    var settled: UInt64 = 0
    while emitNumbers(all).count < 1_000 {
      settled += 100
      try client.send(.settle(Self.lane, through: settled))
      let goal = min(Int(settled) + 256, 1_000)
      all += try await client.collect { emitNumbers($0).count + emitNumbers(all).count >= goal }
    }
    all += try await client.collect { finishedCount($0) + finishedCount(all) >= 1 }
    #expect(emitNumbers(all) == Array(1...1_000))
    // Behind every action of the effect, so that its client still knows the effect.
    if case .finished = all.last {
    } else {
      Issue.record("the last was \(String(describing: all.last))")
    }
  }

  @Test("P7: no more than 4 MiB of effects' actions go out unasked, and a larger one alone")
  func emitBytes() async throws {
    let client = Client()
    try client.send(client.open(1), client.reduce(1, 1, .large(12, bytes: 1 << 20)))
    try client.send(.commit(Self.lane, through: .first))
    var all = try await client.collect { emitNumbers($0).count >= 3 }
    try await Task.sleep(for: .milliseconds(200))
    all += try client.takeMessages()
    #expect(emitNumbers(all) == [1, 2, 3])
    try client.send(.settle(Self.lane, through: 2))
    all += try await client.collect { emitNumbers($0).count >= 2 }
    #expect(emitNumbers(all) == [1, 2, 3, 4, 5])
    try client.send(.close(Self.lane))
    // The tasks that still wait for room go on, so that the effect ends.
    _ = try await client.collect { $0.contains { if case .closed = $0 { true } else { false } } }

    try client.send(client.open(2), client.reduce(2, 1, .large(2, bytes: 6 << 20)))
    try client.send(.commit(LaneID(rawValue: 2), through: .first))
    _ = try await client.collect { emitNumbers($0) == [1] }
  }

  @Test(
    "an effect that waits in send is cancelled before it goes on, when its host ends",
    arguments: [true, false])
  func endWhileSending(_ byClose: Bool) async throws {
    for _ in 0..<50 {
      let client = Client()
      try client.send(client.open(1))
      for number in 1...20 {
        try client.send(client.reduce(1, UInt64(number), .sendOnce))
      }
      try client.send(.commit(Self.lane, through: SequenceNumber(rawValue: 20)))
      _ = try await client.collect { emitNumbers($0).count == 20 }
      if byClose {
        try client.send(.close(Self.lane))
      } else {
        client.session.end()
      }
      for _ in 0..<60_000 where client.scene.resumed.load(ordering: .sequentiallyConsistent) < 20 {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(client.scene.resumed.load(ordering: .sequentiallyConsistent) == 20)
      #expect(client.scene.resumedUncancelled.load(ordering: .sequentiallyConsistent) == 0)
    }
  }

  @Test("a new host of a lane hears nothing of the effects of the one before")
  func secondHost() async throws {
    let client = Client()
    try client.send(client.open(1), client.reduce(1, 1, .sendFromTasks(10)))
    try client.send(.commit(Self.lane, through: .first))
    // Numbers of effects begin anew with each host: the second has an effect of the same number.
    try client.send(
      .close(Self.lane, waitsForEffects: false), client.open(1), client.reduce(1, 1, .sendOnce),
      .commit(Self.lane, through: .first))
    var all = try await client.collect { messages in
      guard
        let closed = messages.firstIndex(where: { if case .closed = $0 { true } else { false } })
      else { return false }
      return !emitNumbers(Array(messages[closed...])).isEmpty
    }
    try await Task.sleep(for: .milliseconds(300))
    all += try client.takeMessages()
    let closed = try #require(all.firstIndex { if case .closed = $0 { true } else { false } })
    #expect(emitNumbers(Array(all[closed...])) == [1])
    #expect(finishedCount(Array(all[closed...])) == 0)
  }

  @Test("a well-formed message with absurd contents refuses the session, or is passed over")
  func absurdities() throws {
    let far = SequenceNumber(rawValue: (1 << 62) - 1)
    let lane = Self.lane
    let nobody = LaneID(rawValue: .max)
    let absurd: [(ClientMessage, isRefused: Bool)] = [
      (.commit(lane, through: far), true),
      (.commit(nobody, through: far), false),
      (.settle(lane, through: .max), true),
      (.settle(nobody, through: .max), false),
      (.rebase(lane, Epoch(rawValue: .max), from: far, .unchanged), true),
      (.rebase(lane, Epoch(rawValue: 0), from: .first, .unchanged), true),
      (.rebase(nobody, Epoch(rawValue: 1 << 61), from: far, .unchanged), false),
      (.reduce(lane, Epoch(rawValue: .max), far, HostedAction(bytes: ByteString([]))), true),
      (.reduce(nobody, .first, far, HostedAction(bytes: ByteString([]))), false),
      (.cancel(lane, .sequence(far)), false),
      (.cancel(lane, .id([0, 1, 2])), false),
      (.cancel(nobody, .id([])), false),
      (.close(nobody), false),
      (.ping(.max), false),
      (.checkpoint(.max), false),
      (.hello(Hello(name: "again", features: [])), true),
      (.goodbye, true),
    ]
    for (message, isRefused) in absurd {
      let client = Client()
      try client.send(client.open(1), client.reduce(1, 1, .up))
      var refusal: HostingRefusal?
      do throws(HostingRefusal) { try client.send(message) } catch { refusal = error }
      #expect((refusal != nil) == isRefused, "\(message)")
      client.session.end()
    }
  }

  @Test("a snapshot that does not decode fails its lane, and no other")
  func badSnapshot() throws {
    let client = Client()
    let second = LaneID(rawValue: 2)
    try client.send(
      client.open(1, timeout: .max),
      .open(second, client.feature.descriptor, .first, .first, snapshot: [255, 255, 255]),
      client.reduce(1, 1, .up), client.reduce(2, 1, .up))
    let messages = try client.takeMessages()
    #expect(messages.contains { if case .failed(second, _) = $0 { true } else { false } })
    #expect(messages.contains { if case .result(Self.lane, _, _, _) = $0 { true } else { false } })
    #expect(client.session.laneCount == 1)
  }

  @Test("a rebase to a state that does not decode fails the lane, and starts nothing")
  func badRebase() async throws {
    let client = Client()
    try client.send(client.open(1), client.reduce(1, 1, .sendOnce))
    try client.send(
      .rebase(
        Self.lane, Epoch(rawValue: 2), from: SequenceNumber(rawValue: 2),
        .snapshot([255, 255, 255, 255])))
    let messages = try client.takeMessages()
    #expect(messages.contains { if case .failed(Self.lane, _) = $0 { true } else { false } })
    #expect(client.session.effectCount == 0)
  }

  @Test("lanes have a limit, and give back what they took")
  func laneLimit() throws {
    let client = Client()
    var writer = WireWriter()
    for lane in 1...(HostSession.lanesAtMost + 10) {
      try client.open(UInt64(lane)).encode(into: &writer)
    }
    try client.session.receive(writer.bytes)
    let messages = try client.takeMessages()
    #expect(
      messages.count { if case .opened = $0 { true } else { false } } == HostSession.lanesAtMost)
    #expect(messages.count { if case .failed = $0 { true } else { false } } == 10)
    #expect(client.scene.featureCount.load(ordering: .relaxed) == HostSession.lanesAtMost)
    client.session.end()
    #expect(client.session.laneCount == 0)
    #expect(client.scene.featureCount.load(ordering: .relaxed) == 0)
  }
}
