import PandoWire
import Testing

@testable import Pando
@testable import PandoJournal

/// The actions that commits gave rise to outlive whatever is deleted around them.
struct OwedActionsTests {
  /// Writes a journal of one group, which owes an action and brings a whole state, and lets all be deleted that may be.
  private func fill<State: Codable, Action: Codable>(
    _ disk: MemoryDisk, from first: State, to last: State, owing action: Action
  ) throws {
    let storage = MemoryStorage(disk)
    let contents = try storage.open(JournalOpening(name: "store"))
    var chain = JournalChain(
      contents.mark, epoch: contents.epoch, schema: SchemaFingerprint(of: State.self).rawValue,
      actionSchema: SchemaFingerprint(of: Action.self).rawValue)
    var work = SnapshotWork(bytesSince: 0, lastBytes: 0, keepsHistory: false)
    let (old, new) = (try WireEncoder.encode(first), try WireEncoder.encode(last))
    work.begin(old, chain)
    while work.hasWork { try work.step(storage) }
    for (version, patch) in [Patch(from: old, to: new), .unchanged].enumerated() {
      let group = CommittedGroup(
        version: UInt64(version), commitCount: 1, patch: patch, records: [],
        owed: [try WireEncoder.encode(action)], snapshot: version == 1 ? new : nil)
      try storage.append(chain.row(of: group))
      work.note(group, chain)
      while work.hasWork { try work.step(storage) }
    }
    storage.close()
  }

  @Test("an action that is owed behind a whole state commits after a restart")
  func behindState() async throws {
    let disk = MemoryDisk()
    try fill(
      disk, from: Ledger.State(), to: Ledger.State(numbers: [1]), owing: Ledger.Action.add(2))
    #expect(disk.rows.map(\.number) == [2])
    let store = try await makeStore(disk.journal)
    try await store.flushed()
    #expect(store.state.numbers == [1, 2])
    #expect(store.durableVersion == 4)
  }

  @Test(
    "an action that is owed to a state of another shape commits once the state has been made of it")
  func behindMigration() async throws {
    let disk = MemoryDisk()
    try fill(
      disk, from: Version1.Counter.State(), to: Version1.Counter.State(count: 2),
      owing: Version1.Counter.Action.add)
    // Also where the process ends right behind the migration.
    for _ in 1...2 {
      let image = disk.afterCrash()
      let store = try await Store(journal: image.journal, initialState: Version2.Counter.State()) {
        Version2.Counter()
      }
      try await store.flushed()
      #expect(store.state.total == "||+")
      await store.stop()
    }
  }
}
