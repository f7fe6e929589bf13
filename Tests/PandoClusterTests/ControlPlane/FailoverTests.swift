import ClusterFeatures
import Foundation
import Pando
import PandoHosting
import RegistryChecks
import Testing
import ZeroMQ

@testable import PandoCluster

/// Two coordinators in this process that share a store, at ipc endpoints.
@Suite("Several coordinators", .serialized)
struct FailoverTests {
  let directory = TemporaryDirectory()
  let store = ModelStore()

  private func start(
    _ name: String, over connection: CutStore? = nil
  ) async throws -> RunningCoordinator {
    var configuration = CoordinatorConfiguration(endpoint: try directory.endpoint(name))
    configuration.beatIntervalMilliseconds = 100
    configuration.registry = RegistrySource { [store] settings, logger in
      SharedRegistry(
        connection ?? store, kind: "model", prefix: "/failover", settings: settings, logger: logger)
    }
    return try await RunningCoordinator(configuration)
  }

  private func names() throws -> [Endpoint] {
    [try directory.endpoint("one"), try directory.endpoint("two")]
  }

  @Test(
    "a list of endpoints has commas between them",
    arguments: [
      ("ipc:///a", ["ipc:///a"]), ("ipc:///a,ipc:///b", ["ipc:///a", "ipc:///b"]),
      ("ipc:///a, tcp://10.0.0.7:1 ,ipc:///a", ["ipc:///a", "tcp://10.0.0.7:1"]),
    ])
  func lists(_ text: String, _ endpoints: [String]) throws {
    #expect(try Endpoint.list(text).map(\.description) == endpoints)
  }

  @Test("what is no list of endpoints is refused", arguments: ["", ",", "ipc:///a,", "a,b"])
  func noLists(_ text: String) {
    #expect(throws: ZeroMQError.self) { try Endpoint.list(text) }
  }

  @Test("the next one answers when one is gone, and goes on being asked; a refusal is an answer")
  func client() async throws {
    let one = try await start("one")
    let two = try await start("two")
    let client = try CoordinatorClient(endpoints: names(), logger: .quiet)
    #expect(await eventually { (try? await client.status()) != nil })
    let lease = try await client.join(.check("a"))
    #expect(client.endpoint == one.endpoint)
    let error = await thrown(ControlError.self) { _ = try await client.place(.other) }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(client.endpoint == one.endpoint)
    try await one.stop()
    #expect(
      await eventually { (try? await client.place(.check))?.worker == lease.id })
    #expect(client.endpoint == two.endpoint)
    #expect(try await client.beat(lease.id, load: .none).isKnown)
    #expect(await eventually { (try? await client.status())?.coordinator.leads == true })
    try await two.stop()
    let last = await thrown(ControlError.self) { _ = try await client.place(.check) }
    guard case .unreachable = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    await client.shutdown()
  }

  @Test("a coordinator that has not read its registry has no status, and the next one is asked")
  func ignorance() async throws {
    let two = try await start("two")
    let client = try CoordinatorClient(endpoints: names(), logger: .quiet)
    #expect(await eventually { (try? await client.join(.check("a"))) != nil })
    await client.shutdown()
    store.isAway = true
    let one = try await start("one")
    let alone = try CoordinatorClient(endpoint: one.endpoint, logger: .quiet)
    let error = await thrown(ControlError.self) { _ = try await alone.status() }
    guard case .unavailable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let status = try await ClusterStatus.ask(coordinatorsAt: names())
    #expect(status.coordinator.endpoint == "\(two.endpoint)")
    #expect(status.workers.map(\.name) == ["a"])
    store.isAway = false
    #expect(await eventually { (try? await alone.status())?.workers.map(\.name) == ["a"] })
    await alone.shutdown()
    for coordinator in [one, two] { try await coordinator.stop() }
  }

  @Test("an operator's question is asked again until its time is over, of all coordinators")
  func asking() async throws {
    let endpoints = try names()
    // Longer than each of them has for one call.
    let starting = Task {
      try await Task.sleep(for: .milliseconds(2_500))
      return try await start("two")
    }
    let status = try await ClusterStatus.ask(
      coordinatorsAt: endpoints, timeoutMilliseconds: 60_000)
    let two = try await starting.value
    #expect(status.coordinator.endpoint == "\(two.endpoint)")
    try await two.stop()
    let begun = ContinuousClock.now
    let last = await thrown(ControlError.self) {
      _ = try await ClusterStatus.ask(coordinatorsAt: endpoints, timeoutMilliseconds: 2_500)
    }
    guard case .unreachable = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    #expect(ContinuousClock.now - begun >= .seconds(2))
  }

  @Test("a worker beats at the next coordinator under the id that it has")
  func membership() async throws {
    let one = try await start("one")
    let two = try await start("two")
    let client = try CoordinatorClient(endpoints: names(), logger: .quiet)
    let membership = Membership(client: client, record: .check("a"), logger: .quiet) {
      WorkerLoad(lanes: 3, actionsPerSecond: 0)
    }
    let task = Task { await membership.run() }
    #expect(await eventually { membership.lease != nil })
    let id = membership.lease?.id
    try await one.stop()
    let observer = try CoordinatorClient(endpoint: two.endpoint, logger: .quiet)
    #expect(await eventually { client.endpoint == two.endpoint })
    // For longer than a lease lives without its beats.
    let end = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < end {
      let workers = try await observer.status().workers
      try #require(workers.map(\.id) == [id.map { "\($0)" }])
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(membership.lease?.id == id)
    task.cancel()
    await task.value
    #expect(try await observer.status().workers.isEmpty)
    await observer.shutdown()
    await client.shutdown()
    try await two.stop()
  }

  @Test("a worker leaves a coordinator that alone has lost the registry for one that has it")
  func cutOff() async throws {
    let connection = CutStore(store)
    let one = try await start("one", over: connection)
    let two = try await start("two")
    let client = try CoordinatorClient(endpoints: names(), logger: .quiet)
    let membership = Membership(client: client, record: .check("a"), logger: .quiet) { .none }
    let task = Task { await membership.run() }
    #expect(await eventually { membership.lease != nil })
    #expect(client.endpoint == one.endpoint)
    let observer = try CoordinatorClient(endpoint: two.endpoint, logger: .quiet)
    connection.isCut = true
    #expect(await eventually { client.endpoint == two.endpoint })
    // For longer than a lease lives without its beats.
    #expect(
      await eventually {
        let id = membership.lease.map { "\($0.id)" }
        let worker = try? await observer.status().workers.first
        return worker?.id == id && (worker?.ageMilliseconds ?? 0) > 5_000
      })
    #expect(client.endpoint == two.endpoint)
    task.cancel()
    await task.value
    await observer.shutdown()
    await client.shutdown()
    for coordinator in [one, two] { try await coordinator.stop() }
  }

  @Test("children run while coordinators come and go, and new ones are placed when one is there")
  func running() async throws {
    let one = try await start("one")
    let two = try await start("two")
    let list = try names().map(\.description).joined(separator: ",")
    let workers = try ["a", "b"].map { name in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
      process.arguments = [
        "worker", "--bind", "ipc://\(directory.path)/\(name).sock", "--name", name, "--coordinator",
        list, "--ends-with-input",
      ]
      process.standardInput = Pipe()
      try process.run()
      return process
    }
    defer { for worker in workers { kill(worker.processIdentifier, SIGKILL) } }
    #expect(
      await eventually {
        (try? await ClusterStatus.ask(coordinatorsAt: names()))?.workers.count == 2
      })
    try await withStore(.coordinator(try names().map(\.description))) { store in
      for id in 0..<4 { store.send(.add(id)) }
      func round(_ number: Int) async {
        for id in store.state.shards.ids {
          await store.send(.shards(.element(id: id, action: .up))).finish()
        }
        #expect(store.state.shards.allSatisfy { $0.count == number })
      }
      await round(1)
      let hosts = store.state.shards.map(\.processID)
      #expect(Set(hosts) == Set(workers.map(\.processIdentifier)))
      try await one.stop()
      await round(2)
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.count == 1)
      try await two.stop()
      // For longer than a worker's lease lives: they are gone from the registry, and run.
      let end = ContinuousClock.now + .seconds(4)
      var number = 2
      while ContinuousClock.now < end {
        number += 1
        await round(number)
      }
      #expect(store.state.shards.map(\.processID) == hosts)
      let three = try await start("two")
      // The workers join anew, and are the same ones.
      store.send(.add(9))
      await store.send(.shards(.element(id: 9, action: .up))).finish()
      #expect(store.state.shards[id: 9]?.count == 1)
      for id in 0..<4 { await store.send(.shards(.element(id: id, action: .up))).finish() }
      #expect(store.state.shards.filter { $0.id < 9 }.map(\.processID) == hosts)
      try await three.stop()
    }
  }
}
