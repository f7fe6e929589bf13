import PandoHosting
import RegistryChecks
import Testing

@testable import PandoCluster

@Suite("A registry whose name was deleted", .timeLimit(.minutes(15)))
struct ClearedStoreTests {
  @Test(
    "is another registry, with what else it had or without: one leads, and workers join anew",
    arguments: ["/checks/", "/checks/incarnation"])
  func cleared(_ keys: String) async throws {
    let store = ModelStore()
    try await withCluster(store) { cluster in
      let one = try await cluster.start("one").registry
      let two = try await cluster.start("two").registry
      let (lease, _) = try await one.joined(.check("a"))
      try await eventually("one leads, and both know the feature") {
        one.isLeading != two.isLeading && one.condition.features == [.check]
          && two.condition.features == [.check]
      }
      try store.clear(keys)
      for registry in [one, two] {
        try await eventually("the worker is told to join again") {
          (try? await registry.beats(lease.id)) == false
        }
      }
      var again = lease
      try await eventually("it joins under another id, one leads, and both know it") {
        let isKnown = (try? await one.beats(again.id)) == true
        if !isKnown { again = (try? await one.joined(.check("a")))?.0 ?? again }
        return again.id.coordinator != lease.id.coordinator
          && two.workers.workers[again.id] != nil && one.isLeading != two.isLeading
          && one.condition.leader == two.condition.leader
          && one.condition.features == [.check] && two.condition.features == [.check]
      }
    }
  }
}
