import Logging
import PandoHosting
import RegistryChecks
import Testing

@testable import PandoCluster

@Suite("A registry whose store refuses writes", .timeLimit(.minutes(15)))
struct RefusingStoreTests {
  @Test("is not away: workers stay, who joins is told why not, and the store is left in peace")
  func full() async throws {
    let store = FullStore()
    let log = LogRecorder()
    let cluster = SharedCluster(prefix: "/checks", logger: log.logger) { store }
    let one = try await cluster.start("one").registry
    let (lease, _) = try await one.joined(.check("a"))
    try await eventually("it leads, and has written the feature") {
      one.isLeading && one.condition.features == [.check]
    }
    let begin = ContinuousClock.now
    store.isFull = true
    for lanes in 1...200 {
      #expect(try await one.beats(lease.id, lanes: lanes))
      try await Task.sleep(for: .milliseconds(5))
    }
    let seconds = Int((ContinuousClock.now - begin) / .seconds(1))
    let refused = store.refusedKeys.count { $0.hasPrefix("/checks/loads/") }
    #expect(refused >= 1 && refused <= 1 + seconds / 2, "\(refused) in \(seconds) s")
    let error = await thrown(ControlError.self) { _ = try await one.joined(.check("b")) }
    guard case .unavailable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("refuses it: the model is full") && !reason.contains("is away"))
    #expect(!one.condition.isAway && one.isLeading)
    #expect(try one.place(.check, avoiding: []).get().worker == lease.id)
    #expect(log.count(.warning, "The registry refuses a write") == 1)
    #expect(log.count(.warning, "The registry is away") == 0)
    store.isFull = false
    _ = try await one.joined(.check("b"))
    let two = try await cluster.start("two").registry
    try await eventually("the load that was refused is told") {
      _ = try await one.beats(lease.id, lanes: 200)
      return two.workers.workers[lease.id]?.load.lanes == 200
    }
    await cluster.stop()
  }
  @Test("that lets the coordinator do nothing is not told to be away")
  func denied() async throws {
    let store = CutStore(ModelStore())
    store.isDenied = true
    let log = LogRecorder()
    let registry = SharedRegistry(
      store, kind: "shared", prefix: "/checks", settings: RegistrySettings(), logger: log.logger)
    let card = CoordinatorCard(endpoint: "one", processID: 1, hostName: "grove", version: "1")
    let task = Task { await registry.run(card) }
    try await eventually("it is told") { log.count(.warning, "refuses this coordinator") == 1 }
    let error = await thrown(ControlError.self) { _ = try await registry.joined(.check("a")) }
    guard case .unavailable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("refuses this coordinator: the model does not know us"))
    store.isDenied = false
    try await eventually("it is back") { log.count(.notice, "The registry is back") == 1 }
    #expect(log.count(.warning, "is away") == 0)
    task.cancel()
    await task.value
  }

  @Test(
    "is as good as away before it has a name: who joins is told why, and can once there is room")
  func fullAtFirst() async throws {
    let store = FullStore()
    store.isFull = true
    let registry = SharedRegistry(
      store, kind: "shared", prefix: "/checks", settings: RegistrySettings(), logger: .quiet)
    let card = CoordinatorCard(endpoint: "one", processID: 1, hostName: "grove", version: "1")
    let task = Task { await registry.run(card) }
    try await eventually("it is away") { registry.condition.isAway }
    let error = await thrown(ControlError.self) { _ = try await registry.joined(.check("a")) }
    guard case .unavailable(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("is away: the model is full"))
    store.isFull = false
    try await eventually("it is back") {
      (try? registry.requireKnowledge()) != nil && !registry.condition.isAway
    }
    _ = try await registry.joined(.check("a"))
    task.cancel()
    await task.value
  }

  @Test("is as good as away where its name was deleted, and one leads once there is room")
  func fullWithoutName() async throws {
    let model = ModelStore()
    let store = FullStore(model)
    let cluster = SharedCluster(prefix: "/checks", logger: .quiet) { store }
    let one = try await cluster.start("one").registry
    try await eventually("it leads") { one.isLeading }
    #expect(!one.condition.isAway)
    store.isFull = true
    try model.clear("/checks/")
    try await eventually("it is away") { one.condition.isAway }
    store.isFull = false
    try await eventually("it is back, and leads") { !one.condition.isAway && one.isLeading }
    _ = try await one.joined(.check("a"))
    await cluster.stop()
  }
}
