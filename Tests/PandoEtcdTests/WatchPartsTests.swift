import PandoCluster
import Testing

@testable import PandoEtcd

@Suite("The parts of what a watch tells")
struct WatchPartsTests {
  private func put(_ key: String, _ revision: Int64) -> RegistryEvents.Change {
    .put(RegistryEntry(key: key, value: [], created: revision, modified: revision, lease: 0))
  }

  @Test("the answer that it was created tells nothing: what it was created for has yet to come")
  func created() {
    var parts = WatchParts()
    #expect(parts.take(isBeginning: true, isPart: false, revision: 105, []) == nil)
    let events = parts.take(isBeginning: false, isPart: false, revision: 105, [put("a", 101)])
    #expect(events == RegistryEvents(revision: 101, changes: [put("a", 101)]))
  }

  @Test("changes are told up to the last of them, whatever the store has besides")
  func behind() {
    var parts = WatchParts()
    let changes = [put("a", 101), .deleted("b", at: 102)]
    let events = parts.take(isBeginning: false, isPart: false, revision: 200, changes)
    #expect(events == RegistryEvents(revision: 102, changes: changes))
    let progress = parts.take(isBeginning: false, isPart: false, revision: 200, [])
    #expect(progress == RegistryEvents(revision: 200, changes: []))
  }

  @Test("a large change is told once it is whole")
  func fragments() {
    var parts = WatchParts()
    #expect(parts.take(isBeginning: false, isPart: true, revision: 9, [put("a", 9)]) == nil)
    #expect(parts.take(isBeginning: false, isPart: true, revision: 9, [put("b", 9)]) == nil)
    let events = parts.take(isBeginning: false, isPart: false, revision: 9, [put("c", 9)])
    #expect(
      events == RegistryEvents(revision: 9, changes: [put("a", 9), put("b", 9), put("c", 9)]))
  }
}
