import Foundation
import Logging
import PandoHosting
import PandoWire
import Testing
import ZeroMQ

@testable import PandoCluster

@Suite("The coordinator")
struct CoordinatorTests {
  let search = FeatureDescriptor.sample("Search")

  @Test("workers join, clients are given places and the status tells of both")
  func wholeLife() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    let first = try await client.join(.sample("a", search))
    let second = try await client.join(.sample("b", search, .sample("Tab")))
    #expect(try await client.beat(first.id, load: .init(lanes: 1, actionsPerSecond: 20)).isKnown)
    let placement = try await client.place(search)
    #expect(
      placement == Placement(worker: second.id, name: "b", endpoint: "ipc:///run/pando/b"))
    #expect(try await client.place(search, avoiding: [second.id]).worker == first.id)
    try await client.report(dead: second.id)
    let status = try await client.status()
    #expect(status.workers.map(\.name) == ["a", "b"])
    #expect(status.workers.map(\.lanes) == [2, 1])
    #expect(status.workers.map(\.state) == [.ready, .suspect])
    #expect(status.coordinator.endpoint == coordinator.endpoint.description)
    #expect(status.coordinator.processID == getpid())
    try await client.leave(first.id)
    #expect(try await !client.beat(first.id, load: .none).isKnown)
    await client.shutdown()
    try await coordinator.stop()
    #expect(directory.files() == [])
  }

  @Test("a worker that was lost before a coordinator was started again is known by its life")
  func lostBefore() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    var record = WorkerRecord.sample("a", search)
    record.life = "its life"
    let lease = try await client.join(record)
    let former = WorkerID(coordinator: lease.id.coordinator ^ 1, number: 9)
    var wish = PlacementWish(search)
    wish.avoided = [WorkerLanes(worker: former, lanes: 0, life: record.life)]
    let error = await thrown(ControlError.self) { _ = try await client.place(wish) }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await client.report(dead: former)
    #expect(try await client.status().workers.map(\.state) == [.ready])
    try await client.report(dead: former, life: record.life)
    #expect(try await client.status().workers.map(\.state) == [.suspect])
    wish.avoided = (0...PlacementWish.neighboursAtMost).map {
      WorkerLanes(worker: former, lanes: $0)
    }
    let many = await thrown(ControlError.self) { _ = try await client.place(wish) }
    guard case .refused(let reason) = many else {
      Issue.record("\(String(describing: many))")
      return
    }
    #expect(reason.contains("workers to avoid"))
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("a refusal arrives as a text")
  func refusal() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    let error = await thrown(ControlError.self) { _ = try await client.place(search) }
    #expect(error == .refused("\(PlacementRefusal.noWorkers(search))"))
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test(
    "a child without a worker is a problem where there is none, and one that has a worker is not")
  func unplaced() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    var wish = PlacementWish(search)
    for (isPlaced, kinds) in [(true, []), (false, ["unplaced"])] as [(Bool, [String])] {
      wish.isPlaced = isPlaced
      let error = await thrown(ControlError.self) { [wish] in _ = try await client.place(wish) }
      #expect(error == .refused("\(PlacementRefusal.noWorkers(search))"))
      #expect(try await client.status().problems.map(\.kind) == kinds)
    }
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("texts with control characters are refused, and come into no log")
  func controlCharacters() async throws {
    let directory = TemporaryDirectory()
    let log = LogRecorder()
    let coordinator = try await RunningCoordinator(
      .init(endpoint: directory.endpoint()), logger: log.logger)
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    for text in ["a\u{1b}[2J", "a\nb", "a\u{7f}", "a\u{9b}2J"] {
      let fields: [WritableKeyPath<WorkerRecord, String>] = [\.name, \.endpoint, \.hostName]
      var records = fields.map { field in
        var record = WorkerRecord.sample("a", search)
        record[keyPath: field] = text
        return record
      }
      records.append(.sample("a", .sample(text)))
      var labelled = WorkerRecord.sample("a", search)
      labelled.traits.labels = [text]
      records.append(labelled)
      for record in records {
        let error = await thrown(ControlError.self) { _ = try await client.join(record) }
        guard case .refused(let reason) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(reason.contains("control character"))
      }
      for wish in [PlacementWish(.sample(text)), PlacementWish(search, labels: [text])] {
        let error = await thrown(ControlError.self) { _ = try await client.place(wish) }
        guard case .refused(let reason) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(reason.contains("control character"))
      }
    }
    // What is no control character may stand in a name.
    _ = try await client.join(.sample("b\u{e9}", search))
    #expect(log.count(.info, "has joined") == 1)
    #expect(log.count(.warning, "was not placed") == 0)
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("a worker that falls silent is taken for dead, and that is logged")
  func expiry() async throws {
    let directory = TemporaryDirectory()
    let log = LogRecorder()
    var configuration = CoordinatorConfiguration(endpoint: try directory.endpoint())
    configuration.lifeMilliseconds = 100
    configuration.beatIntervalMilliseconds = 20
    let coordinator = try await RunningCoordinator(configuration, logger: log.logger)
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    let lease = try await client.join(.sample("a", search))
    #expect(await eventually { log.count(.warning, "taken for dead") == 1 })
    #expect(log.count(.info, "has joined") == 1)
    #expect(try await !client.beat(lease.id, load: .none).isKnown)
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("a worker that wants more memory than is sensible is refused")
  func bounds() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    let client = try CoordinatorClient(endpoint: coordinator.endpoint, logger: .quiet)
    let long = String(repeating: "a", count: 1025)
    let error = await thrown(ControlError.self) { _ = try await client.join(.sample(long)) }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await client.shutdown()
    try await coordinator.stop()
  }

  @Test("the status survives JSON")
  func json() throws {
    var registry = WorkerRegistry(incarnation: 9)
    _ = registry.join(
      .sample("a", .sample("Search", state: .max, action: 0)), atMilliseconds: 0)
    let status = ClusterStatus(
      coordinator: .init(endpoint: "ipc:///c", processID: 1, uptimeMilliseconds: 2, version: "3"),
      workers: registry.status(atMilliseconds: 5))
    let data = try JSONEncoder().encode(status)
    #expect(try JSONDecoder().decode(ClusterStatus.self, from: data) == status)
    #expect(String(decoding: data, as: UTF8.self).contains("\"state\":\"ffffffffffffffff\""))
  }

  @Test(
    "a status with the keys of workers is read by those who do not know of them, and one without by us"
  )
  func earlierStatus() throws {
    struct Earlier: Codable, Equatable {
      var id = "1-1"
      var name = "a"
      var endpoint = "tcp://127.0.0.1:7611"
      var processID: Int32 = 1
      var hostName = "elm"
      var ageMilliseconds = 1
      var silenceMilliseconds = 2
      var lanes = 3
      var actionsPerSecond = 4.5
      var features: [FeatureDescriptor] = []
      var state = ClusterStatus.Worker.State.ready
      var labels: [String] = []
    }
    let read = try WireDecoder.decode(
      ClusterStatus.Worker.self, from: try WireEncoder.encode(Earlier()))
    #expect(read.publicKey == nil && read.lanes == 3)
    var worker = read
    worker.publicKey = String(repeating: "a", count: 40)
    #expect(try WireDecoder.decode(Earlier.self, from: WireEncoder.encode(worker)) == Earlier())
    #expect(
      try WireDecoder.decode(ClusterStatus.Worker.self, from: WireEncoder.encode(worker)) == worker)
  }

  @Test("an event of a coordinator that does not say how sure it is of a refusal is read")
  func earlierEvent() throws {
    struct Earlier: Codable {
      var number = 1
      var atMilliseconds = 2
      var kind = WorkerEvent.Kind.refused
      var worker = "key"
      var name = "a"
      var endpoint = ""
      var processID: Int32 = 0
      var hostName = ""
      var count = 3
    }
    let read = try WireDecoder.decode(WorkerEvent.self, from: WireEncoder.encode(Earlier()))
    #expect(read.count == 3 && read.isVague == nil && read.isOver == nil)
  }

  @Test("a network endpoint without keys is refused, with a way out")
  func closedByDefault() async throws {
    let error = await thrown(CoordinatorError.self) {
      _ = try await RunningCoordinator(.init(endpoint: Endpoint("tcp://0.0.0.0:*")))
    }
    #expect(error?.code == .networkWithoutKeys)
    #expect(error?.message.contains("CURVE keys") == true)
  }

  @Test("a second coordinator at the same endpoint is refused, with a way out")
  func taken() async throws {
    let directory = TemporaryDirectory()
    let coordinator = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    let error = await thrown(CoordinatorError.self) {
      _ = try await RunningCoordinator(.init(endpoint: directory.endpoint()))
    }
    #expect(error?.code == .endpointTaken)
    #expect(error?.message.contains("Stop it") == true)
    try await coordinator.stop()
  }

  @Test("a coordinator whose task is cancelled ends, and leaves no file")
  func cancelled() async throws {
    let directory = TemporaryDirectory()
    let endpoint = try directory.endpoint()
    let (listening, continuation) = AsyncStream.makeStream(of: Endpoint.self)
    let running = Task {
      try await CoordinatorService(configuration: .init(endpoint: endpoint), logger: .quiet) {
        continuation.yield($0)
      }.run()
    }
    var iterator = listening.makeAsyncIterator()
    #expect(await iterator.next() == endpoint)
    running.cancel()
    try await running.value
    #expect(directory.files() == [])
  }
}
