import ClusterFeatures
import Foundation
import Logging
import Pando
import PandoCluster
import PandoHosting
import Testing
import ZeroMQ

/// A client with one child, whose reducer may take three seconds.
private final class Guest {
  private var client: RawClient

  init(_ client: consuming RawClient, number: Int) throws {
    self.client = client
    try self.client.sayHello("client \(number)")
    try self.client.send([self.client.open(1, timeoutMilliseconds: 3_000)])
  }

  /// Has an action reduced that sleeps for a millisecond, and waits for the result.
  func sleep(_ number: UInt64) throws {
    try client.send([client.reduce(1, number, .sleep(milliseconds: 1))])
    _ = try #require(
      try client.wait {
        if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == number } else { false }
      })
  }
}

/// Tests that nothing which keeps a worker alive, and known to be alive, waits for its reducers.
@Suite("A worker whose reducers are slow, or hang", .serialized)
struct WorkerLivenessTests {
  /// Looks until a process has ended.
  private func waitForEnd(of worker: RawWorker, within seconds: Double = 60) async throws {
    try await eventually("the worker has ended", within: seconds) { !worker.isRunning }
  }

  @Test("a ping is answered while an action is reduced, and a checkpoint behind it")
  func pingDuringReduce() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    try client.send([client.open(1), client.reduce(1, 1, .up), client.reduce(1, 2, .up)])
    _ = try #require(
      try client.wait {
        if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == 2 } else { false }
      })
    try client.send([
      client.reduce(1, 3, .up), client.reduce(1, 4, .sleep(milliseconds: 1_500)), .checkpoint(7),
    ])
    for number in 1...5 { try client.send([.ping(UInt64(number))]) }
    var messages = try #require(
      try client.wait {
        if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == 3 } else { false }
      })
    try client.send([.ping(6)])
    messages += try #require(try client.wait { $0 == .reached(7) })
    let place = { (condition: (WorkerMessage) -> Bool) in messages.firstIndex(where: condition) }
    let slow = try #require(
      place {
        if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == 4 } else { false }
      })
    // The sixth was sent when the quick action's answer had come: that did not wait for the rest of its
    // batch.
    for number in 1...6 {
      let pong = try #require(
        place { if case .pong(UInt64(number), _) = $0 { true } else { false } })
      #expect(pong < slow)
    }
  }

  @Test("one client's slow actions delay no other client")
  func fairness() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var slow = try RawClient(worker.endpoint)
    var quick = try RawClient(worker.endpoint)
    try slow.sayHello("the slow one")
    try quick.sayHello("the quick one")
    try slow.send(
      [slow.open(1)] + (1...3_000).map { try slow.reduce(1, $0, .sleep(milliseconds: 20)) })
    try quick.send([quick.open(1)])
    for number in 1...20 {
      try quick.send([quick.reduce(1, UInt64(number), .up)])
      _ = try #require(
        try quick.wait {
          if case .result(_, _, let sequence, _) = $0 {
            sequence.rawValue == UInt64(number)
          } else {
            false
          }
        })
    }
    // All of that happened before the slow one's minute was over.
    let last = try slow.wait(within: 0.01) {
      if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == 3_000 } else { false }
    }
    #expect(last == nil)
  }

  @Test("300 actions of 60 ms commit, by the worker that they were sent to")
  func slowActions() async throws {
    try await withSlow(silenceMilliseconds: 6_000) { store in
      await store.send(.child(.up)).finish()
      let first = store.state.child?.processID
      var last: StoreTask?
      // A batch of them takes several times as long as the worker may be silent, and that is long for a busy machine.
      for _ in 0..<300 { last = store.send(.child(.sleep(milliseconds: 60))) }
      await last?.finish()
      #expect(store.state.child?.count == 301)
      #expect(store.state.child?.processID == first)
    }
  }

  @Test("a worker whose reducer hangs ends by itself, says why, and tells its clients")
  func hang() async throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var hanging = try RawClient(worker.endpoint)
    var other = try RawClient(worker.endpoint)
    try hanging.sayHello("the one that hangs")
    try other.sayHello("the other one")
    try other.send([other.open(1)])
    try hanging.send([
      hanging.open(5, timeoutMilliseconds: 300), hanging.reduce(5, 1, .spin),
    ])
    let refusal = try other.wait { if case .refuse = $0 { true } else { false } }
    guard case .refuse(let reason)? = refusal?.last else {
      Issue.record("nobody told the other client")
      return
    }
    #expect(reason.contains("the worker is stopping"))
    try await waitForEnd(of: worker)
    #expect(worker.process.terminationReason == .exit)
    #expect(worker.process.terminationStatus == 75)
    let text = worker.errorText
    #expect(text.contains("Slow"))
    #expect(text.contains("lane 5"))
    #expect(text.split(separator: "\n").count == 1)
    let told = try hanging.wait { if case .hangs = $0 { true } else { false } }
    #expect(told?.last == .hangs(LaneID(rawValue: 5)))
    #expect(told?.contains { if case .refuse = $0 { true } else { false } } == false)
  }

  @Test("clients that fall silent behind an action that was a little slow are not taken for hung")
  func silenceIsNoHang() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    for _ in 1...2 {
      // None that was slow before: what comes behind that is not handled where it is received.
      let guests = try (0..<32).map { try Guest(RawClient(worker.endpoint), number: $0) }
      // Each is just long enough for the receiver's role to be given to another thread meanwhile.
      for guest in guests { try guest.sleep(1) }
      withExtendedLifetime(guests) { Thread.sleep(forTimeInterval: 3.5) }
      try #require(worker.isRunning, "the worker says: \(worker.errorText)")
    }
  }

  @Test("actions that take longer than their time-out together, and none alone, are no hang")
  func slowIsNoHang() throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    // Each has several seconds to spare, for a busy machine.
    try client.send([
      client.open(1, timeoutMilliseconds: 9_000), client.reduce(1, 1, .sleep(milliseconds: 5_500)),
      client.reduce(1, 2, .sleep(milliseconds: 5_500)),
    ])
    let messages = try client.wait(within: 60) {
      if case .result(_, _, let sequence, _) = $0 { sequence.rawValue == 2 } else { false }
    }
    #expect(messages != nil)
  }

  @Test(
    "SIGTERM ends a worker whose reducer hangs, and standard input does", arguments: [true, false])
  func endWithHangingReducer(_ bySignal: Bool) async throws {
    let worker = try RawWorker(arguments: ["--drain-within", "500ms"])
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    try client.send([client.open(1), client.reduce(1, 1, .spin)])
    // It is spinning when it answers this by another thread.
    usleep(200_000)
    try client.send([.ping(1)])
    _ = try #require(try client.wait { if case .pong = $0 { true } else { false } })
    if bySignal {
      worker.process.terminate()
    } else {
      try worker.input.fileHandleForWriting.close()
    }
    try await waitForEnd(of: worker)
    #expect(worker.process.terminationReason == .exit)
    #expect(worker.process.terminationStatus == 0)
  }

  @Test("effects clean up when a worker ends in order", arguments: [true, false])
  func cleaningUp(_ bySignal: Bool) async throws {
    let worker = try RawWorker(arguments: ["--drain-within", "500ms"])
    defer { worker.discard() }
    var client = try RawClient(worker.endpoint)
    try client.sayHello()
    let file = worker.folder + "/clean"
    try client.send([
      client.open(1), client.reduce(1, 1, .beginCleaning(file: file, milliseconds: 300)),
      .commit(LaneID(rawValue: 1), through: .first),
    ])
    try await eventually("the effect runs") {
      FileManager.default.fileExists(atPath: file + ".began")
    }
    if bySignal {
      worker.process.terminate()
    } else {
      try worker.input.fileHandleForWriting.close()
    }
    try await waitForEnd(of: worker)
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(worker.process.terminationStatus == 0)
  }

  @Test("SIGTERM is obeyed where the coordinator is gone")
  func coordinatorGone() async throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString.prefix(8))"
    let endpoint = try Endpoint("ipc://\(folder)/coordinator.sock")
    let service = CoordinatorService(
      configuration: CoordinatorConfiguration(endpoint: endpoint),
      logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    let coordinator = Task { try await service.run() }
    let arguments = ["--coordinator", endpoint.description]
    let (control, worker) = (
      try RawWorker(arguments: arguments), try RawWorker(arguments: arguments)
    )
    defer {
      control.discard()
      worker.discard()
      try? FileManager.default.removeItem(atPath: folder)
    }
    try await eventually("the workers have joined") {
      await (try? ClusterStatus.ask(coordinatorAt: endpoint).workers.count) == 2
    }
    // The time that it takes on this machine where the coordinator is there.
    let start = ContinuousClock.now
    control.process.terminate()
    try await waitForEnd(of: control)
    let seconds = start.duration(to: .now) / .seconds(1)
    coordinator.cancel()
    try? await coordinator.value
    worker.process.terminate()
    try await waitForEnd(of: worker, within: 4 + 4 * seconds)
    #expect(worker.process.terminationStatus == 0, "\(worker.errorText)")
  }

  @Test("P7: clients that all hang leave no more threads than a worker may have")
  func boundedThreads() async throws {
    let worker = try RawWorker()
    defer { worker.discard() }
    var clients = try (0..<100).map { _ in Box(try RawClient(worker.endpoint)) }
    for client in clients {
      try client.client.sayHello()
      try client.client.send([
        client.client.open(1), client.client.reduce(1, 1, .sleep(milliseconds: 3_000)),
      ])
    }
    for client in clients {
      try client.client.send([.ping(1)])
      let pong = try client.client.wait { if case .pong = $0 { true } else { false } }
      #expect(pong != nil)
    }
    let folder = "/proc/\(worker.process.processIdentifier)/task"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)
    }
    #expect(names.count { $0 == "pando-io\n" } == 1)
    #expect(names.count { $0 == "pando-watch\n" } == 1)
    #expect((1...65).contains(names.count { $0 == "pando-reduce\n" }))
    for client in clients {
      let result = try client.client.wait { if case .result = $0 { true } else { false } }
      #expect(result != nil)
    }
    clients.removeAll()
  }

  private final class Box {
    var client: RawClient

    init(_ client: consuming RawClient) {
      self.client = client
    }
  }
}

/// The parent of one slow child.
@Reducer
struct SlowFamily {
  struct State: Sendable { var child: Slow.State? = Slow.State(id: 1) }
  enum Action: Sendable { case child(Slow.Action) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.child, action: \.child) { Slow().hosted() }
  }
}

/// A store with a slow child and one worker; both end with the test.
func withSlow(
  silenceMilliseconds: Int = 10_000, window: Int = 1_000,
  _ body: (StoreOf<SlowFamily>) async throws -> Void
) async throws {
  let store = Store(initialState: SlowFamily.State()) {
    SlowFamily()
  } withDependencies: {
    $0.hosting = .workers(
      1, executable: ClusterProgram.path, silenceMilliseconds: silenceMilliseconds
    ).window(window)
  }
  try await stopping(store, after: body)
}
