import Pando
import PandoHosting
import PandoWire
import Testing

@Suite("Actions that follow one another on a worker")
struct RunsOnWorkersTests {
  @Reducer
  struct Counter {
    struct State: Codable, Equatable, Sendable {
      var name = "counter"
      var count = 0
    }
    enum Action: Codable, Sendable { case up, rename(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .up: state.count += 1
        case .rename(let name): state.name = name
        }
        return .none
      }
    }
  }

  /// A client of one session, which writes batches as the store does.
  final class Client {
    let feature = hostedFeature { Counter() }
    let session: HostSession
    private var writer = WireWriter()
    private var last = ActionHeading.none

    init() {
      let feature = feature
      session = HostSession(
        findFeature: { _ in feature }, onOutput: {}, onReport: { Issue.record("\($0)") })
    }

    func open(_ lane: UInt64) throws {
      last = .none
      ClientMessage.open(
        LaneID(rawValue: lane), feature.descriptor, .first, .first,
        snapshot: try WireEncoder.encode(Counter.State())
      ).encode(into: &writer)
    }

    /// Adds an action, with a heading where it needs one.
    func add(_ lane: UInt64, _ sequence: UInt64, _ bytes: [UInt8], inRuns: Bool = true) {
      let heading = ActionHeading(
        LaneID(rawValue: lane), .first, SequenceNumber(rawValue: sequence))
      let action = HostedAction(bytes: ByteString(bytes))
      if inRuns, last.next == heading {
        ClientMessage.encodeNext(action, into: &writer)
      } else {
        ClientMessage.encodeReduce(
          heading.lane, heading.epoch, heading.sequence, action, into: &writer)
      }
      last = heading
    }

    /// The bytes of the batch.
    var byteCount: Int { writer.count }

    /// Has the worker handle the batch.
    func receive() throws {
      defer {
        writer.removeAll()
        last = .none
      }
      try session.receive(writer.bytes)
    }

    func send() throws -> [WorkerMessage] {
      try receive()
      return try takeMessages { _ in }
    }

    func takeMessages(_ countBytes: (Int) -> Void) throws -> [WorkerMessage] {
      var messages: [WorkerMessage] = []
      while let output = session.takeOutput() {
        countBytes(output.count)
        try output.withUnsafeBytes { output in
          try WorkerMessage.decodeAll(output) { messages.append($0) }
        }
      }
      return messages
    }
  }

  /// Some actions, of which those with long names make the state a large one.
  private func actions() throws -> [[UInt8]] {
    var actions: [Counter.Action] = []
    for index in 0..<400 {
      switch index % 97 {
      case 40: actions.append(.rename(String(repeating: "x", count: 300)))
      case 50: actions.append(.rename("short"))
      case 60: actions.append(.rename("other"))
      default: actions.append(.up)
      }
    }
    return try actions.map { try WireEncoder.encode($0) }
  }

  private func state(after messages: [WorkerMessage], of lane: UInt64) throws -> Counter.State {
    var bytes = try WireEncoder.encode(Counter.State())
    var next: UInt64 = 1
    for case .result(let id, .first, let sequence, let result) in messages
    where id.rawValue == lane {
      #expect(sequence.rawValue == next)
      next += 1
      try result.patch.apply(to: &bytes)
    }
    return try WireDecoder.decode(Counter.State.self, from: bytes)
  }

  @Test("are answered as single ones are")
  func sameAnswers() throws {
    let (one, other) = (Client(), Client())
    try one.open(1)
    try other.open(1)
    for (index, bytes) in try actions().enumerated() {
      one.add(1, UInt64(index + 1), bytes, inRuns: true)
      other.add(1, UInt64(index + 1), bytes, inRuns: false)
    }
    let messages = try one.send()
    #expect(messages.count == 401)
    #expect(try messages == other.send())
    #expect(one.session.reducedCount == 400)
    let state = try state(after: messages, of: 1)
    #expect(state.count == 388 && state.name == "other")
    one.session.end()
    other.session.end()
  }

  @Test("take a few bytes each, and so do their answers")
  func bytes() throws {
    let client = Client()
    try client.open(1)
    let up = try WireEncoder.encode(Counter.Action.up)
    for number: UInt64 in 1...100 { client.add(1, number, up) }
    _ = try client.send()
    for number: UInt64 in 101...200 { client.add(1, number, up) }
    #expect(client.byteCount < 100 * (up.count + 1) + 8)
    var messages: [WorkerMessage] = []
    var byteCount = 0
    try client.receive()
    messages = try client.takeMessages { byteCount += $0 }
    // What is ready is taken with a heading of its own.
    #expect(messages.count == 100 && byteCount < 100 * 4 + 8)
    for case .result(_, _, let sequence, _) in messages.suffix(1) {
      #expect(sequence.rawValue == 200)
    }
    client.session.end()
  }

  @Test("of several lanes are told apart")
  func lanes() throws {
    let client = Client()
    for lane: UInt64 in 1...3 { try client.open(lane) }
    let up = try WireEncoder.encode(Counter.Action.up)
    var counts: [UInt64: UInt64] = [:]
    for lane: UInt64 in [1, 1, 1, 2, 1, 3, 3, 2, 2, 2, 3, 1, 1] {
      counts[lane, default: 0] += 1
      client.add(lane, counts[lane] ?? 0, up)
    }
    let messages = try client.send()
    for (lane, count) in counts {
      #expect(try state(after: messages, of: lane).count == Int(count))
    }
    client.session.end()
  }

  @Test("end with the lane where one cannot be decoded; other lanes go on")
  func failure() throws {
    let client = Client()
    try client.open(1)
    try client.open(2)
    let up = try WireEncoder.encode(Counter.Action.up)
    client.add(1, 1, up)
    client.add(1, 2, [0xFF, 0xFF])
    client.add(1, 3, up)
    client.add(1, 4, up)
    client.add(2, 1, up)
    client.add(2, 2, up)
    let messages = try client.send()
    #expect(try state(after: messages, of: 1).count == 1)
    #expect(try state(after: messages, of: 2).count == 2)
    #expect(messages.count { if case .failed = $0 { true } else { false } } == 1)
    client.session.end()
  }

  @Test("P8: out of turn end the session")
  func outOfTurn() throws {
    let client = Client()
    try client.open(1)
    let up = try WireEncoder.encode(Counter.Action.up)
    client.add(1, 2, up)
    client.add(1, 3, up)
    #expect(throws: HostingRefusal.self) { try client.send() }
    client.session.end()
  }
}
