import Pando
import PandoHosting
import PandoWire
import Synchronization
import Testing

/// An effect on a worker sends an action, which its host reduces before the client dispatches it.
@Suite("What effects send, on the worker", .timeLimit(.minutes(15)))
struct SelfDispatchTests {
  /// Holds effects back: a host that is at its client's messages dispatches nothing itself.
  final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func pass() async {
      while !isOpen.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Reducer
  struct Log {
    struct State: Codable, Equatable, Sendable { var lines: [String] = [] }
    enum Action: Codable, Sendable { case begin, line(String) }
    let gate: Gate

    var body: some Reducer<State, Action> {
      Reduce { [gate] state, action in
        switch action {
        case .begin:
          return .run { send in
            await gate.pass()
            await send(.line("effect"))
          }
        case .line(let line):
          state.lines.append(line)
          return .none
        }
      }
    }
  }

  private final class WakeUps: Sendable {
    let count = Atomic<Int>(0)
  }

  private final class Client {
    static let lane = LaneID(rawValue: 1)
    let session: HostSession
    let gate = Gate()
    private let feature: any HostedFeature
    /// Tells how often the driver was told of output.
    let wake: WakeUps

    /// - Parameter processorClock: Tells the client what actions cost.
    init(processorClock: ProcessorClock? = nil) {
      let feature = hostedFeature { [gate] in Log(gate: gate) }
      self.feature = feature
      let wake = WakeUps()
      self.wake = wake
      session = HostSession(
        findFeature: { _ in feature }, processorClock: processorClock,
        onOutput: { wake.count.add(1, ordering: .relaxed) }, onReport: { _ in })
    }

    func send(_ messages: ClientMessage...) throws(HostingRefusal) {
      var writer = WireWriter()
      for message in messages { message.encode(into: &writer) }
      try session.receive(writer.bytes)
    }

    func open(selfDispatches: Bool) throws -> ClientMessage {
      .open(
        Self.lane, feature.descriptor, .first, .first,
        snapshot: try WireEncoder.encode(Log.State()), selfDispatches: selfDispatches)
    }

    func reduce(_ number: UInt64, _ action: Log.Action) throws -> ClientMessage {
      .reduce(
        Self.lane, .first, SequenceNumber(rawValue: number),
        HostedAction(bytes: ByteString(try WireEncoder.encode(action))))
    }

    /// Takes messages until one satisfies a condition, which is returned.
    func next<Found>(_ find: (WorkerMessage) -> Found?) async throws -> Found {
      for _ in 0..<6_000 {
        while let output = session.takeOutput() {
          var found: Found?
          try output.withUnsafeBytes { bytes in
            try WorkerMessage.decodeAll(bytes) { found = found ?? find($0) }
          }
          if let found { return found }
        }
        try await Task.sleep(for: .milliseconds(5))
      }
      throw CancellationError()
    }

    func emit() async throws -> (number: UInt64, SelfDispatch?) {
      try await next {
        if case .emit(_, _, let number, _, let own) = $0 { (number, own) } else { nil }
      }
    }

    /// The result for an action of the client.
    func result(of number: UInt64) async throws -> HostedResult {
      try await next {
        if case .result(_, _, SequenceNumber(rawValue: number), let result) = $0 {
          result
        } else {
          nil
        }
      }
    }
  }

  private func state(_ lines: String...) throws -> [UInt8] {
    try WireEncoder.encode(Log.State(lines: lines))
  }

  /// Has the effect begin and send.
  private func begin(_ client: Client, selfDispatches: Bool = true) async throws -> SelfDispatch? {
    try client.send(client.open(selfDispatches: selfDispatches), client.reduce(1, .begin))
    try client.send(.commit(Client.lane, through: .first))
    client.gate.open()
    let (number, own) = try await client.emit()
    #expect(number == 1)
    return own
  }

  @Test("comes to the client with its result, as the next action of its lane")
  func comesReduced() async throws {
    let client = Client()
    let own = try #require(await begin(client))
    #expect(own.epoch == .first)
    #expect(own.sequence == SequenceNumber(rawValue: 2))
    #expect(own.basis == nil)
    var reached = try state()
    try own.result.patch.apply(to: &reached)
    #expect(try reached == state("effect"))
    // The client took it: what it dispatches next builds on it.
    try client.send(client.reduce(3, .line("client")))
    try await client.result(of: 3).patch.apply(to: &reached)
    #expect(try reached == state("effect", "client"))
    try client.send(.settle(Client.lane, through: 1))
    client.session.end()
  }

  @Test(
    "has whoever sends it woken, though its cost is to be told, and the cost goes behind a batch")
  func costly() async throws {
    let (looks, isTried) = (WakeUps(), WakeUps())
    let clock = ProcessorClock {
      // Once it is known how long a look takes, each is a second after the last.
      if isTried.count.load(ordering: .relaxed) == 0 { return 0 }
      return UInt64(looks.count.add(1, ordering: .relaxed).newValue) * 1_000_000_000
    }
    isTried.count.store(1, ordering: .relaxed)
    let client = Client(processorClock: clock)
    try client.send(client.open(selfDispatches: true), client.reduce(1, .begin))
    try client.send(.commit(Client.lane, through: .first))
    while client.session.takeOutput() != nil {}
    let before = client.wake.count.load(ordering: .relaxed)
    client.gate.open()
    for _ in 0..<6_000 where client.wake.count.load(ordering: .relaxed) == before {
      try await Task.sleep(for: .milliseconds(5))
    }
    try #require(client.wake.count.load(ordering: .relaxed) > before)
    let (number, own) = try await client.emit()
    #expect(number == 1 && own != nil)
    try client.send(.settle(Client.lane, through: 1))
    let actions = try await client.next { message in
      if case .spent(let costs) = message { costs.map(\.action) } else { nil }
    }
    #expect(actions == ["line"])
    client.session.end()
  }

  @Test("is taken back where the client has given its number to another action")
  func isTakenBack() async throws {
    let client = Client()
    _ = try #require(await begin(client))
    var reached = try state()
    try client.send(client.reduce(2, .line("client")), client.reduce(3, .line("effect")))
    try await client.result(of: 2).patch.apply(to: &reached)
    #expect(try reached == state("client"))
    client.session.end()
  }

  @Test("comes without a result where the client wants none")
  func comesAlone() async throws {
    let client = Client()
    #expect(try await begin(client, selfDispatches: false) == nil)
    client.session.end()
  }

  @Reducer
  struct Reader {
    struct State: Sendable { var log = Log.State() }
    @CasePathable
    enum Action: Sendable { case log(Log.Action) }

    var body: some Reducer<State, Action> {
      Scope(state: \.log, action: \.log) { Log(gate: Gate()).hosted() }
    }
  }

  @Test(
    "is not sent back: the client commits it with the result that it was given, if that fits",
    arguments: [(epoch: UInt64(1), sequence: UInt64(2), reduceCount: 1), (1, 3, 2), (2, 2, 2)])
  func isNotSentBack(epoch: UInt64, sequence: UInt64, reduceCount: Int) async throws {
    let reduced = Atomic<Int>(0)
    let (begun, sent) = (HostedResult(effectCount: 1, awaitsCommit: true), try state("effect"))
    let action = HostedAction(bytes: ByteString(try WireEncoder.encode(Log.Action.line("effect"))))
    let worker = AnsweringWorker { message, answers in
      switch message {
      case .reduce(let lane, let epoch, let sequence, _):
        reduced.add(1, ordering: .relaxed)
        let result = sequence == .first ? begun : HostedResult(patch: .snapshot(sent))
        WorkerMessage.result(lane, epoch, sequence, result).encode(into: &answers)
      case .commit(let lane, .first):
        let own = SelfDispatch(
          epoch: Epoch(rawValue: epoch), sequence: SequenceNumber(rawValue: sequence), basis: nil,
          result: HostedResult(patch: .snapshot(sent)))
        WorkerMessage.emit(lane, .first, number: 1, action, own).encode(into: &answers)
      case .settle(let lane, through: 1):
        WorkerMessage.finished(lane, .first, count: 1).encode(into: &answers)
      default: break
      }
    }
    let store = Store(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      $0.hosting = Hosting { worker }
    }
    await store.send(.log(.begin)).finish()
    #expect(store.withState { $0.log.lines } == ["effect"])
    #expect(reduced.load(ordering: .relaxed) == reduceCount)
    #expect(worker.reasons == [])
    await store.stop()
  }
}
