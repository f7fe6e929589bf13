import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

@Suite("Features that are mounted on worker processes", .serialized)
struct MountedProcessTests {
  @Reducer
  struct House {
    struct State: Sendable { var lodgers: IdentifiedArrayOf<Lodger.State> = [] }
    enum Action: Sendable { case comes(Int), leaves(Int), lodgers(IdentifiedActionOf<Lodger>) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .comes(let id): state.lodgers.append(Lodger.State(id: id))
        case .leaves(let id): state.lodgers.remove(id: id)
        case .lodgers: break
        }
        return .none
      }
      .forEach(\.lodgers, action: \.lodgers) { Lodger().hosted() }
    }
  }

  @Test(
    "those of a worker that dies are mounted on another; each that goes is dismounted where it ran")
  func mounted() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-mount-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    setenv("PANDO_TEST_MARKS", folder, 1)
    defer { unsetenv("PANDO_TEST_MARKS") }
    let store = Store(initialState: House.State()) {
      House()
    } withDependencies: {
      $0.hosting = .workers(2, executable: ClusterProgram.path)
    }
    for id in 1...6 { store.send(.comes(id)) }
    try await eventually("all run", within: 100) {
      store.state.lodgers.allSatisfy { $0.processes.count == 1 }
    }
    #expect(store.state.lodgers.allSatisfy { $0.mountCount == 1 })
    let victim = try #require(store.state.lodgers.first?.processes.last)
    let struck = store.state.lodgers.filter { $0.processes.last == victim }.map(\.id)
    kill(victim, SIGKILL)
    try await eventually("those that were there run elsewhere", within: 100) {
      store.state.lodgers.allSatisfy { $0.processes.count == (struck.contains($0.id) ? 2 : 1) }
    }
    for lodger in store.state.lodgers {
      #expect(lodger.mountCount == (struck.contains(lodger.id) ? 2 : 1))
      #expect(lodger.processes.last != victim)
    }
    let processes = store.state.lodgers.compactMap(\.processes.last).map(String.init).sorted()
    for id in 1...6 { store.send(.leaves(id)) }
    try await eventually("each was dismounted once, where it ran", within: 100) {
      let marks = try? FileManager.default.contentsOfDirectory(atPath: folder)
      return marks?.compactMap { $0.split(separator: "-").first.map(String.init) }.sorted()
        == processes
    }
    await store.stop()
  }
}
