import Logging
import PandoHosting
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A worker's membership")
struct MembershipTests {
  let directory = TemporaryDirectory()

  private func start(_ directory: TemporaryDirectory) async throws -> RunningCoordinator {
    var configuration = CoordinatorConfiguration(endpoint: try directory.endpoint())
    configuration.beatIntervalMilliseconds = 10
    return try await RunningCoordinator(configuration)
  }

  private func client() throws -> CoordinatorClient {
    try CoordinatorClient(
      endpoint: directory.endpoint(), limits: ControlLimits(callTimeoutMilliseconds: 2000),
      logger: .quiet)
  }

  @Test("it joins, beats with its load, and leaves at the end")
  func wholeLife() async throws {
    let coordinator = try await start(directory)
    let client = try client()
    let lanes = Atomic(1)
    let membership = Membership(
      client: client, record: .sample("a", .sample("Search")), logger: .quiet
    ) { WorkerLoad(lanes: lanes.load(ordering: .relaxed), actionsPerSecond: 1.5) }
    let task = Task { await membership.run() }
    #expect(await eventually { (try? await client.status().workers.first?.lanes) == 1 })
    lanes.store(5, ordering: .relaxed)
    #expect(await eventually { (try? await client.status().workers.first?.lanes) == 5 })
    #expect(membership.lease != nil)
    task.cancel()
    await task.value
    #expect(membership.lease == nil)
    #expect(try await client.status().workers == [])
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("it joins again when the coordinator has restarted, and logs one outage")
  func restart() async throws {
    let log = LogRecorder()
    let first = try await start(directory)
    let client = try client()
    let membership = Membership(client: client, record: .sample("a"), logger: log.logger) { .none }
    let task = Task { await membership.run() }
    #expect(await eventually { membership.lease != nil })
    let former = membership.lease
    try await first.stop()
    #expect(await eventually { log.count(.warning, "coordinator is unreachable") == 1 })
    let second = try await start(directory)
    #expect(await eventually { membership.lease != former })
    #expect(await eventually { (try? await client.status().workers.map(\.name)) == ["a"] })
    #expect(log.count(.warning, "coordinator is unreachable") == 1)
    #expect(log.count(.info, "coordinator is back") == 1)
    #expect(log.count(.info, "Joined the coordinator again") == 1)
    task.cancel()
    await task.value
    await client.shutdown()
    try await second.stop()
  }

  @Test("a worker that was started before its coordinator joins when there is one")
  func early() async throws {
    let client = try client()
    let membership = Membership(client: client, record: .sample("a"), logger: .quiet) { .none }
    let task = Task { await membership.run() }
    try await Task.sleep(for: .milliseconds(300))
    #expect(membership.lease == nil)
    let coordinator = try await start(directory)
    #expect(await eventually { membership.lease != nil })
    task.cancel()
    await task.value
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("a worker that was replaced joins again, with another id")
  func replaced() async throws {
    let coordinator = try await start(directory)
    let client = try client()
    let membership = Membership(client: client, record: .sample("a"), logger: .quiet) { .none }
    let task = Task { await membership.run() }
    #expect(await eventually { membership.lease != nil })
    let former = membership.lease
    _ = try await client.join(.sample("a"))
    #expect(await eventually { membership.lease != former })
    #expect(try await client.status().workers.count == 1)
    task.cancel()
    await task.value
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("two workers at one endpoint are told of by themselves")
  func rivals() async throws {
    let log = LogRecorder()
    var configuration = CoordinatorConfiguration(endpoint: try directory.endpoint())
    configuration.beatIntervalMilliseconds = 10
    let coordinator = try await RunningCoordinator(configuration, logger: .quiet)
    let clients = [try client(), try client()]
    let tasks = zip(clients, ["oak", "ash"]).map { client, name in
      var record = WorkerRecord.sample(name, endpoint: "tcp://balancer.example.com:7611")
      record.life = name
      let membership = Membership(client: client, record: record, logger: log.logger) {
        .none
      }
      return Task { await membership.run() }
    }
    #expect(await eventually { log.count(.warning, "--advertise") >= 1 })
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    for client in clients { await client.shutdown() }
    try await coordinator.stop()
  }

  @Test("a member whose coordinator has gone ends soon, however patient its calls are")
  func leavesNobody() async throws {
    let coordinator = try await start(directory)
    let client = try CoordinatorClient(
      endpoint: directory.endpoint(), limits: ControlLimits(callTimeoutMilliseconds: 600_000),
      logger: .quiet)
    let membership = Membership(client: client, record: .sample("a"), logger: .quiet) { .none }
    let hasEnded = Atomic(false)
    let task = Task {
      await membership.run()
      hasEnded.store(true, ordering: .sequentiallyConsistent)
    }
    #expect(await eventually { membership.lease != nil })
    try await coordinator.stop()
    task.cancel()
    #expect(await eventually { hasEnded.load(ordering: .sequentiallyConsistent) })
    await client.shutdown()
  }

  @Test("it ends while the coordinator is away, without waiting for it")
  func endsAlone() async throws {
    let client = try CoordinatorClient(
      endpoint: directory.endpoint(), limits: ControlLimits(callTimeoutMilliseconds: 3_600_000),
      logger: .quiet)
    let membership = Membership(client: client, record: .sample("a"), logger: .quiet) { .none }
    let task = Task { await membership.run() }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await task.value
    await client.shutdown()
  }

  @Test("an outage is two lines in the log, however many attempts it takes")
  func outage() async throws {
    let log = LogRecorder()
    let client = try CoordinatorClient(endpoint: directory.endpoint(), logger: log.logger)
    client.noteAnswer()
    for _ in 0..<2 {
      for _ in 0..<3 {
        client.noteAbsence(ControlError.unreachable(endpoint: "ipc:///a", reason: "it is away"))
      }
      client.noteAnswer()
      client.noteAnswer()
    }
    #expect(log.count(.warning, "is unreachable") == 2)
    #expect(log.count(.info, "is back") == 2)
    await client.shutdown()
  }

  @Test("a refusal, a shortage and an absence are told apart, each once and once more as it ends")
  func troubles() async throws {
    let log = LogRecorder()
    let client = try CoordinatorClient(endpoint: directory.endpoint(), logger: log.logger)
    let troubles: [(error: ControlError, begin: String, end: String)] = [
      (.rejected(endpoint: "a", reason: "b"), "lets this process in; trying", "process in."),
      (.unavailable("its registry is away"), "cannot answer now", "answers again"),
      (.noSharedVersion(theirs: "1", ours: "2"), "lets this process in; trying", "process in."),
      (.unreachable(endpoint: "a", reason: "b"), "is unreachable", "is back"),
    ]
    for trouble in troubles {
      let before = (log.count(.warning, trouble.begin), log.count(.info, trouble.end))
      for _ in 0..<3 { client.noteAbsence(trouble.error) }
      for _ in 0..<2 { client.noteAnswer() }
      #expect(log.count(.warning, trouble.begin) == before.0 + 1)
      #expect(log.count(.info, trouble.end) == before.1 + 1)
    }
    #expect(log.count(.warning, "is unreachable") == 1)
    await client.shutdown()
  }

  @Test("attempts of an outage are twice as far apart each time, and of the next one as at first")
  func pauses() {
    var outage = Outage()
    for _ in 0..<2 {
      #expect((0..<3).map { _ in outage.attemptFailed().pauseMilliseconds } == [100, 200, 400])
      _ = outage.end()
    }
  }

  @Test("attempts are twice as far apart each time, up to a maximum")
  func backoff() {
    var backoff = RetryBackoff(firstMilliseconds: 100, maximumMilliseconds: 500)
    #expect((0..<5).map { _ in backoff.next() } == [100, 200, 400, 500, 500])
    backoff.reset()
    #expect(backoff.next() == 100)
  }
}
