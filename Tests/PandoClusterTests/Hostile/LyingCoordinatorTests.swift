import Foundation
import Logging
import PandoHosting
import PandoWire
import Synchronization
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("A coordinator that lies", .serialized, .timeLimit(.minutes(15)))
struct LyingCoordinatorTests {
  let directory = TemporaryDirectory()

  private func worker(_ name: String, _ number: Int, _ rate: Double) -> ClusterStatus.Worker {
    ClusterStatus.Worker(
      id: "1-1", name: name, endpoint: "ipc:///a", processID: 1, hostName: "elm",
      ageMilliseconds: number, silenceMilliseconds: number, lanes: number, actionsPerSecond: rate,
      features: [], state: .ready, drainMillisecondsLeft: number, lanesAtMost: number,
      processorUse: rate, memoryUse: -rate, share: rate)
  }

  private func status(_ workers: [ClusterStatus.Worker], uptime: Int) -> ClusterStatus {
    ClusterStatus(
      coordinator: .init(
        endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: uptime, version: "1"),
      workers: workers)
  }

  @Test("is believed no number that cannot be summed up and rounded")
  func numbers() async throws {
    let told = status(
      [
        worker("a", .max, .nan), worker("b", .max, .infinity), worker("c", .min, 1e300),
        worker("d", .max, -1e300),
      ], uptime: .min)
    let liar = LyingPeer.coordinator(at: try directory.endpoint()) { _ in
      .result(try WireEncoder.encode(told))
    }
    defer { liar.stop() }
    let status = try await ClusterStatus.ask(
      coordinatorAt: liar.endpoint, timeoutMilliseconds: 20_000)
    #expect(status.workers.map(\.name) == ["a", "b", "c", "d"])
    #expect(status.workers.map(\.lanes) == [1 << 30, 1 << 30, 0, 1 << 30])
    #expect(status.workers.map(\.actionsPerSecond) == [0, 0, 1e12, 0])
    #expect(status.workers.map(\.processorUse) == [nil, nil, 1, 0])
    #expect(status.workers.map(\.memoryUse) == [nil, nil, 0, 1])
    #expect(status.workers.map(\.share) == [nil, nil, 1, 0])
    #expect(status.workers.map(\.ageMilliseconds) == [1 << 50, 1 << 50, 0, 1 << 50])
    #expect(status.workers.map(\.silenceMilliseconds) == [1 << 50, 1 << 50, 0, 1 << 50])
    #expect(status.workers.map(\.lanesAtMost) == [.max, .max, 0, .max])
    let week = DrainLeft.millisecondsAtMost
    #expect(status.workers.map(\.drainMillisecondsLeft) == [week, week, 0, week])
    #expect(status.coordinator.uptimeMilliseconds == 0)
    #expect(try !JSONEncoder().encode(status).isEmpty)
  }

  @Test("is believed no health that cannot be summed up, nor a status in its place")
  func health() async throws {
    let told = status([worker("a", .max, .nan), worker("b", .max, 1)], uptime: .min)
    var health = ClusterHealth(status([], uptime: .min), isWhole: true)
    (health.children, health.status) = (.min, told)
    let answer = try WireEncoder.encode(health)
    let liar = LyingPeer.coordinator(at: try directory.endpoint()) { _ in .result(answer) }
    defer { liar.stop() }
    let asked = try await ClusterHealth.ask(
      coordinatorsAt: [liar.endpoint], keys: .environment, timeoutMilliseconds: 20_000)
    #expect(asked.children == 0 && asked.coordinator.uptimeMilliseconds == 0)
    #expect(asked.status?.workers.map(\.lanes) == [1 << 30, 1 << 30])
  }

  @Test("is believed no more workers and no longer texts than an honest one has")
  func texts() async throws {
    let long = String(repeating: "a", count: 1 << 20)
    var told = status([worker("a", 1, 1)], uptime: 1)
    told.coordinator.version = long
    told.workers[0].name = long
    told.workers[0].labels = Array(repeating: long, count: 2)
    told.workers[0].features = [.sample(long)]
    let answer = told
    let liar = LyingPeer.coordinator(at: try directory.endpoint()) { _ in
      .result(try WireEncoder.encode(answer))
    }
    defer { liar.stop() }
    let status = try await ClusterStatus.ask(
      coordinatorAt: liar.endpoint, timeoutMilliseconds: 60_000)
    told.workers = Array(repeating: told.workers[0], count: CoordinatorLimits.workers + 1)
    #expect(told.bounded.workers.count == CoordinatorLimits.workers)
    let worker = status.workers[0]
    let texts =
      [status.coordinator.version, worker.name] + worker.labels + worker.features.map(\.name)
    #expect(texts.count == 5)
    // With the dots that say that there was more.
    #expect(texts.allSatisfy { $0.utf8.count == CoordinatorLimits.textBytes })
  }

  @Test(
    "and sends without end what answers no call, is let go of, and another is asked",
    arguments: [
      [1, 2, 3], Reply.void.encode(for: CallID(rawValue: 1 << 40)),
      IncomingMessage.answer(toForeign: CallID(rawValue: 1 << 40)),
    ])
  func floods(_ torrent: [UInt8]) async throws {
    let liar = LyingPeer(at: try directory.endpoint("liar"), torrent: torrent)
    defer { liar.stop() }
    let limits = ControlLimits(callTimeoutMilliseconds: 60_000)
    let client = try CoordinatorClient(endpoint: liar.endpoint, limits: limits, logger: .quiet)
    let error = await thrown(ControlError.self) { _ = try await client.status() }
    guard case .rejected(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("answers no call"))
    await client.shutdown()
    let honest = try await RunningCoordinator(.init(endpoint: directory.endpoint("honest")))
    let both = try CoordinatorClient(
      endpoints: [liar.endpoint, honest.endpoint], limits: limits, logger: .quiet)
    #expect(try await both.status().coordinator.endpoint == "\(honest.endpoint)")
    await both.shutdown()
    try await honest.stop()
  }

  @Test("settles no call that was made of another")
  func foreignCalls() async throws {
    let heard = Atomic<UInt64>(0)
    let isHonestDue = Atomic(false)
    let honest = LyingPeer(at: try directory.endpoint("honest")) { bytes in
      let message = bytes.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
      guard case .call(let call) = message else { return [] }
      heard.store(call.call.rawValue, ordering: .sequentiallyConsistent)
      while !isHonestDue.load(ordering: .sequentiallyConsistent) { usleep(1_000) }
      return [Reply.result(try WireEncoder.encode(42)).encode(for: call.call)]
    }
    let liar = LyingPeer(at: try directory.endpoint("liar")) { bytes in
      let message = bytes.withUnsafeBytes { IncomingMessage($0, limits: .standard) }
      guard case .call(let call) = message else { return [] }
      let other = CallID(rawValue: heard.load(ordering: .sequentiallyConsistent))
      return [
        Reply.result(try WireEncoder.encode(666)).encode(for: other),
        IncomingMessage.answer(toForeign: other),
        Reply.result(try WireEncoder.encode(1)).encode(for: call.call),
      ]
    }
    defer {
      isHonestDue.store(true, ordering: .sequentiallyConsistent)
      honest.stop()
      liar.stop()
    }
    let system = try ZeroMQActorSystem(
      limits: ControlLimits(callTimeoutMilliseconds: 60_000), logger: .quiet)
    let asked = try Echo.resolve(
      id: ActorAddress(endpoint: honest.endpoint, name: "any"), using: system)
    let other = try Echo.resolve(
      id: ActorAddress(endpoint: liar.endpoint, name: "any"), using: system)
    let answer = Task { try await asked.add(20, 22) }
    #expect(await eventually { heard.load(ordering: .sequentiallyConsistent) > 0 })
    #expect(try await other.add(0, 1) == 1)
    isHonestDue.store(true, ordering: .sequentiallyConsistent)
    #expect(try await answer.value == 42)
    await system.shutdown()
  }

  @Test("and forgets a worker at each beat, has it wait longer each time, and warn once")
  func forgets() async throws {
    let joins = Mutex<[ContinuousClock.Instant]>([])
    let liar = LyingPeer.coordinator(at: try directory.endpoint()) { function in
      switch function {
      case "join":
        joins.withLock { $0.append(.now) }
        return .result(
          try WireEncoder.encode(
            WorkerLease(
              id: WorkerID(coordinator: 1, number: 1), beatIntervalMilliseconds: 0,
              lifeMilliseconds: 0)))
      case "beat": return .result(try WireEncoder.encode(BeatAnswer.unknown))
      default: return .void
      }
    }
    defer { liar.stop() }
    let log = LogRecorder()
    let client = try CoordinatorClient(endpoint: liar.endpoint, logger: .quiet)
    let membership = Membership(client: client, record: .sample("a"), logger: log.logger) { .none }
    let task = Task { await membership.run() }
    #expect(await eventually { joins.withLock { $0.count >= 5 } })
    let times = joins.withLock { $0 }
    // At once, and after 100, 200 and 400 ms.
    #expect(times[4] - times[0] >= .milliseconds(700))
    #expect(log.count(.warning, "--advertise") == 1)
    task.cancel()
    await task.value
    await client.shutdown()
  }

  @Test("and wants to hear of a worker all the time is told every few milliseconds")
  func interval() async throws {
    let beats = Mutex<[ContinuousClock.Instant]>([])
    let liar = LyingPeer.coordinator(at: try directory.endpoint()) { function in
      switch function {
      case "join":
        return .result(
          try WireEncoder.encode(
            WorkerLease(
              id: WorkerID(coordinator: 1, number: 1), beatIntervalMilliseconds: -1,
              lifeMilliseconds: .max)))
      case "beat":
        beats.withLock { $0.append(.now) }
        return .result(try WireEncoder.encode(BeatAnswer(isKnown: true)))
      default: return .void
      }
    }
    defer { liar.stop() }
    let client = try CoordinatorClient(endpoint: liar.endpoint, logger: .quiet)
    let membership = Membership(client: client, record: .sample("a"), logger: .quiet) { .none }
    let task = Task { await membership.run() }
    #expect(await eventually { beats.withLock { $0.count > 20 } })
    let times = beats.withLock { $0 }
    #expect(times[20] - times[0] >= .milliseconds(150))
    task.cancel()
    await task.value
    await client.shutdown()
  }
}
