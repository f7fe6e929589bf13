import Logging
import PandoHosting
import RegistryChecks
import Testing

@testable import PandoCluster

@Suite("A registry whose store refuses writes", .timeLimit(.minutes(5)))
struct RefusingStoreTests {
  private func eventually(_ message: String, _ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("it never came to be that \(message)")
  }

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
}
