import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Synchronization
import Testing

/// Two stores on the same two workers.
@Suite("Workers that two stores share", .serialized, .timeLimit(.minutes(15)))
struct SharedBlameTests {
  /// A worker that is started again whenever it ends.
  private final class Daemon: Sendable {
    private struct State {
      var process: Process?
      var isOver = false
    }

    let address: String
    private let state = Mutex(State())

    init(_ address: String) {
      self.address = address
      start()
    }

    private func start() {
      state.withLock { state in
        if state.isOver { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ClusterProgram.path)
        process.arguments = ["worker", "--bind", address, "--log-level", "error"]
        process.standardInput = FileHandle.nullDevice
        // What prints one would outlive a process that is killed meanwhile.
        process.environment = ProcessInfo.processInfo.environment.merging(
          ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { [weak self] _ in self?.start() }
        try? process.run()
        state.process = process
      }
    }

    func end() {
      let process = state.withLock { state in
        state.isOver = true
        return state.process
      }
      guard let process else { return }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Where the workers come from.
  enum Source: CaseIterable {
    /// Somebody else has started them, and starts them again: each store is as one of another program.
    case daemons
    /// A pool that both stores use.
    case pool

    /// The time that something may take to come about, in seconds.
    var patience: Double { self == .daemons ? 300 : 120 }

    /// Lends two stores' hosting for as long as `body` takes.
    func withHosting(_ body: (Hosting) async throws -> Void) async throws {
      switch self {
      case .daemons:
        try await withFolder { folder in
          chmod(folder, 0o700)
          let daemons = (0..<2).map { Daemon("ipc://\(folder)/\($0).sock") }
          defer { for daemon in daemons { daemon.end() } }
          try await body(
            .workers(at: daemons.map(\.address), placementTimeoutMilliseconds: 120_000))
        }
      case .pool:
        let pool = WorkerPool(
          2, executable: ClusterProgram.path, environment: ["SWIFT_BACKTRACE": "enable=no"],
          placementTimeoutMilliseconds: 120_000)
        try await body(.pool(pool))
        await pool.finish()
      }
    }
  }

  private let guilty = 5

  private func store(_ hosting: Hosting) -> StoreOf<SaboteurShop> {
    Store(initialState: SaboteurShop.State()) {
      SaboteurShop()
    } withDependencies: {
      $0.hosting = hosting
    }
  }

  /// Runs `body` with a store that does harm and one that does not, and returns the losses that each was told.
  private func withStores(
    on source: Source,
    _ body: (StoreOf<SaboteurShop>, StoreOf<SaboteurShop>) async throws -> Void
  ) async throws -> (guilty: [HostedWorkerLoss], other: [HostedWorkerLoss]) {
    var losses: (guilty: [HostedWorkerLoss], other: [HostedWorkerLoss]) = ([], [])
    try await source.withHosting { hosting in
      let (one, other) = (store(hosting), store(hosting))
      let told = (
        Task { [events = one.hostingEvents] in await Self.losses(events) },
        Task { [events = other.hostingEvents] in await Self.losses(events) }
      )
      try await stopping(one) { one in
        try await stopping(other) { other in try await body(one, other) }
      }
      losses = (await told.0.value, await told.1.value)
    }
    return losses
  }

  private static func losses(_ events: HostingEvents) async -> [HostedWorkerLoss] {
    var losses: [HostedWorkerLoss] = []
    for await case .workerLost(let loss) in events {
      // Who comes back to a worker while it ends is turned away once more.
      if loss.childCount > 0 { losses.append(loss) }
    }
    return losses
  }

  private func send(_ action: Saboteur.Action, to id: Int, of store: StoreOf<SaboteurShop>) {
    store.send(.workers(.element(id: id, action: action)))
  }

  private func sendUp(_ store: StoreOf<SaboteurShop>) {
    for child in store.state.workers { send(.up, to: child.id, of: store) }
  }

  @Test(
    "lose an action of one after two deaths that name it, and none of the other",
    arguments: Source.allCases)
  func reducer(on source: Source) async throws {
    let losses = try await withStores(on: source) { store, other in
      for _ in 0..<50 {
        sendUp(store)
        sendUp(other)
      }
      send(.harm(.trap), to: guilty, of: store)
      for _ in 0..<50 {
        sendUp(store)
        sendUp(other)
      }
      try await eventually("everything else commits", within: source.patience) {
        (store.state.workers + other.state.workers).allSatisfy { $0.count == 100 }
      }
      try await eventually("the action was given up", within: source.patience) {
        store.state.workers[id: guilty]?.failures == ["2 workers ended while they reduced it"]
      }
      #expect(store.state.workers.allSatisfy { $0.id == guilty || $0.failures.isEmpty })
      #expect(other.state.workers.allSatisfy { $0.failures.isEmpty })
    }
    #expect(losses.guilty.map(\.cause) == [.crashed, .crashed])
    #expect(losses.guilty.allSatisfy { $0.culprit?.child.identities == ["\(guilty)"] })
    #expect(losses.guilty.allSatisfy { $0.culprit?.effect == nil })
    #expect(losses.other.allSatisfy { $0.cause == .left && $0.culprit == nil })
    #expect(losses.other.count <= 2)
  }

  /// Has all children but one work, and waits until they do.
  private func beginWork(_ store: StoreOf<SaboteurShop>, on source: Source) async throws {
    for id in 0..<8 where id != guilty { send(.work(nil), to: id, of: store) }
    try await eventually("all work", within: source.patience) {
      store.state.workers.count { $0.beginnings == 1 } == 7
    }
  }

  /// Waits until all children but one have begun again whatever they have lost.
  private func expectInnocence(_ store: StoreOf<SaboteurShop>, on source: Source) async throws {
    try await eventually("all others work again", within: source.patience) { [guilty] in
      store.state.workers.allSatisfy { $0.id == guilty || $0.beginnings == 1 + $0.losses.count }
    }
    let innocent = store.state.workers.filter { $0.id != guilty }
    #expect(innocent.flatMap(\.losses).allSatisfy { $0.blame == .innocent })
    #expect(innocent.allSatisfy { $0.failures.isEmpty })
  }

  @Test("start an effect of one once again, and suspect no other", arguments: Source.allCases)
  func effect(on source: Source) async throws {
    let losses = try await withStores(on: source) { store, other in
      try await beginWork(store, on: source)
      try await beginWork(other, on: source)
      send(.work(.trap), to: guilty, of: store)
      try await eventually("it is given up", within: source.patience) {
        store.state.workers[id: guilty]?.failures.isEmpty == false
      }
      try await expectInnocence(store, on: source)
      try await expectInnocence(other, on: source)
      #expect(store.state.workers[id: guilty]?.losses.map(\.blame) == [.certain])
    }
    #expect(losses.guilty.map(\.culprit?.effect) == Array(repeating: "job \(guilty)", count: 2))
    #expect(losses.other.allSatisfy { $0.cause == .left && $0.culprit == nil })
  }
}
