import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Actions that no worker survives, on real processes.
@Suite("Actions that end every worker", .serialized, .timeLimit(.minutes(15)))
struct SupervisionTests {
  @Reducer
  struct Ward {
    struct State: Sendable {
      var patient: Shard.State? = Shard.State(id: 0)
      var others: IdentifiedArrayOf<Shard.State> = [Shard.State(id: 1), Shard.State(id: 2)]
      var days = 0
      var seen: [Shard.Action] = []
    }

    enum Action: Sendable {
      case patient(Shard.Action)
      case others(IdentifiedActionOf<Shard>)
      case day
    }

    let order: HostedOrder

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .patient(let action): state.seen.append(action)
        case .others: break
        case .day: state.days += 1
        }
        return .none
      }
      .ifLet(\.patient, action: \.patient) {
        // Half a second is long enough for what does not hang, and two of them for a test.
        Shard().hosted(
          order: order, timeout: .milliseconds(500), onCrash: .drop { _ in .interrupted })
      }
      .forEach(\.others, action: \.others) { Shard().hosted() }
    }
  }

  private func withWard(
    _ order: HostedOrder = .asSent, _ body: (StoreOf<Ward>, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = Store(initialState: Ward.State()) {
      Ward(order: order)
    } withDependencies: {
      $0.hosting = .workers(2, executable: ClusterProgram.path)
      $0.hosting.failureFolder = URL(fileURLWithPath: folder)
    }
    try await body(store, folder)
    await store.stop()
  }

  private func deadly(_ folder: String) -> Shard.Action {
    .die(inProcesses: 1_000, folder: folder)
  }

  @Test("one that crashes every worker fails, is told and kept; everything else goes on")
  func poison() async throws {
    try await withWard { store, folder in
      await store.send(.patient(.up)).finish()
      store.send(.patient(deadly(folder)))
      var tasks = [store.send(.day), store.send(.patient(.up))]
      for index in 0..<100 {
        tasks.append(store.send(.others(.element(id: 1 + index % 2, action: .up))))
      }
      for task in tasks { await task.finish() }
      let state = store.state
      #expect(state.days == 1)
      #expect(state.patient?.count == 2)
      #expect(state.patient?.interruptions == 1)
      #expect(state.seen == [.up, .interrupted, .up])
      #expect(state.others.map(\.count) == [50, 50])
      let deaths = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasPrefix("died-") }
      #expect(deaths.count == 3)
      let reports = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".json") }
      let report = try HostedFailureReport(
        contentsOf: URL(fileURLWithPath: folder + "/" + (try #require(reports.first))))
      let (before, action) = try report.decode(Shard.self)
      #expect(before.count == 1)
      #expect(action == deadly(folder))
    }
  }

  @Test("several in a row, between others, each fail and are told")
  func manyPoisons() async throws {
    try await withWard { store, folder in
      var tasks: [StoreTask] = []
      for _ in 0..<3 {
        tasks.append(store.send(.patient(deadly(folder))))
        tasks.append(store.send(.patient(.up)))
        tasks.append(store.send(.others(.element(id: 1, action: .up))))
      }
      for task in tasks { await task.finish() }
      let state = store.state
      #expect(state.patient?.count == 3)
      #expect(state.patient?.interruptions == 3)
      #expect(state.others[id: 1]?.count == 3)
    }
  }

  @Test("one that hangs every worker fails after twice its time")
  func hang() async throws {
    try await withWard { store, folder in
      let start = ContinuousClock.now
      store.send(.patient(.spin))
      let others = store.send(.others(.element(id: 1, action: .up)))
      await store.send(.patient(.up)).finish()
      await others.finish()
      #expect(store.state.patient?.count == 1)
      #expect(store.state.patient?.interruptions == 1)
      #expect(store.state.others[id: 1]?.count == 1)
      let reports = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".json") }
      let report = try HostedFailureReport(
        contentsOf: URL(fileURLWithPath: folder + "/" + (try #require(reports.first))))
      #expect(report.reason == "\(HostedFailureReason.hung(deaths: 2))")
      // Twice half a second and the restart between, with much to spare.
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }

  @Test("one of a child that commits when it is ready delays nobody")
  func asReady() async throws {
    try await withWard(.asReady) { store, folder in
      let hanging = store.send(.patient(.spin))
      for _ in 0..<10 { store.send(.day) }
      #expect(store.state.days == 10)
      await store.send(.others(.element(id: 2, action: .up))).finish()
      #expect(store.state.others[id: 2]?.count == 1)
      await hanging.finish()
      #expect(store.state.patient?.interruptions == 1)
    }
  }
}
