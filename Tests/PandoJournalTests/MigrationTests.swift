import Pando
import PandoJournal
import PandoWire
import Testing

enum Version1 {
  @Reducer
  struct Counter {
    struct State: Codable, Equatable { var count = 0 }
    enum Action: Codable { case add }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }
}

enum Version2 {
  @Reducer
  struct Counter {
    struct State: Codable, Equatable { var total = "" }
    enum Action: Codable { case add }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.total += "+"
        return .none
      }
    }
  }
}

extension Version2.Counter.State: Migrating {
  static var migrations: Migrations<Self> {
    From(Version1.Counter.State.self) { former in
      Version2.Counter.State(total: String(repeating: "|", count: former.count))
    }
  }
}

enum Version3 {
  @Reducer
  struct Counter {
    struct State: Codable, Equatable { var sum = 0.0 }
    enum Action: Codable { case add }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

/// A build whose state has another shape goes on with what an earlier one wrote.
struct MigrationTests {
  @Test("a test knows of a shape that has changed without a migration, and of one without a record")
  func fingerprints() throws {
    let shapes = [
      "\(SchemaFingerprint(of: Version1.Counter.State.self))",
      "\(SchemaFingerprint(of: Version2.Counter.State.self))",
      "\(SchemaFingerprint(of: Version3.Counter.State.self))",
    ]
    try Journal.expect(Version1.Counter.State.self, reads: [shapes[0]])
    try Journal.expect(Version2.Counter.State.self, reads: [shapes[0], shapes[1]])
    let unrecorded = #expect(throws: UnreadableJournal.self) {
      try Journal.expect(Version2.Counter.State.self, reads: [shapes[0]])
    }
    #expect(unrecorded?.description.contains(shapes[1]) == true)
    let unmigrated = #expect(throws: UnreadableJournal.self) {
      try Journal.expect(Version3.Counter.State.self, reads: [shapes[0], shapes[2]])
    }
    #expect(unmigrated?.description.contains("the shape \(shapes[0])") == true)
    #expect(unmigrated?.description.contains("State: Migrating {") == true)
    #expect(throws: UnreadableJournal.self) {
      try Journal.expect(Version3.Counter.State.self, reads: ["none", shapes[2]])
    }
  }

  @Test("a state of another shape is made of the one that was written, once")
  func migrates() async throws {
    let disk = MemoryDisk()
    let first = try await Store(journal: disk.journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    for _ in 0..<3 { first.send(.add) }
    await first.stop()
    for expected in ["|||+", "|||++"] {
      let second = try await Store(journal: disk.journal, initialState: Version2.Counter.State()) {
        Version2.Counter()
      }
      await second.send(.add).finish()
      #expect(second.state.total == expected)
      await second.stop()
    }
  }

  @Test(
    "without a way from the one to the other nothing is changed, and the error says what to write")
  func refused() async throws {
    let disk = MemoryDisk()
    let first = try await Store(journal: disk.journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    await first.send(.add).finish()
    await first.stop()
    let error = await #expect(throws: JournalError.self) {
      _ = try await Store(journal: disk.journal, initialState: Version3.Counter.State()) {
        Version3.Counter()
      }
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("From(Former.State.self)"))
    let again = try await Store(journal: disk.journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    #expect(again.state.count == 1)
  }
}
