import Foundation
import Pando
import Testing

@testable import PandoJournal

/// A ledger that draws from its dependencies, and has a clock of its own where a test plants one.
@Reducer
struct Stamped {
  struct Entry: Codable, Equatable, Identifiable {
    var id: UUID
    var isDone = false
  }
  struct State: Codable, Equatable {
    var count = 0
    var stamp = 0.0
    var entries: IdentifiedArrayOf<Entry> = []
    var chained = 0
    var filling: [UInt8] = []
    var rolled = 0
    var isLate = false
  }
  enum Action: Codable {
    case add(Int), chain, chained, draw, fill(UInt64), finish(UUID), roll, stamp, watch
  }

  /// The number that is added beside the one of the action: another build may have another.
  var extra = 0
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.count += number + extra
      case .chain: return .send(.chained)
      case .chained: state.chained += 1
      case .draw: state.entries.append(Entry(id: uuid()))
      case .fill(let seed):
        var generator = SeededGenerator(seed: seed)
        state.filling = (0..<8_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      case .finish(let id): state.entries[id: id]?.isDone = true
      case .roll:
        state.rolled += withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      case .watch: state.isLate = date() > Date(timeIntervalSince1970: 1_700_000_000)
      // Planted: this is not of the dependencies.
      case .stamp: state.stamp = Date().timeIntervalSince1970
      }
      return .none
    }
  }
}

/// Questions about journals, answered by the program that has the types.
@Suite("Questions about a journal")
struct AskingTests {
  typealias Action = Stamped.Action

  /// Returns a place where actions have committed, each in a group of its own or all in a few.
  private func written(
    _ actions: [Action], on kind: Place.Kind = .file, keepsHistory: Bool = true,
    apart: Bool = true
  ) async throws -> Place {
    let place = Place(kind)
    var journal = place.journal
    if keepsHistory { journal = journal.keepingHistory() }
    let store = try await Store(journal: journal, initialState: Stamped.State()) {
      Stamped()
    } withDependencies: {
      $0.uuid = UUIDGenerator { UUID() }
      $0.date = .constant(Date(timeIntervalSince1970: 1_600_000_000))
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
    for action in actions {
      let task = store.send(action)
      if apart { await task.finish() }
    }
    try await store.flushed()
    await store.stop()
    return place
  }

  private func ask(
    _ question: JournalQuestion, _ place: Place, _ feature: Stamped = Stamped()
  ) throws -> (text: String, isWell: Bool) {
    let path = place.folder + "/answer-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try #require(FileHandle(forWritingAtPath: path))
    let answer = JournalAnswer<Stamped.State, Action>(
      place.journal, { Reduce(feature) }, DependencyValues.current)
    let isWell = try answer.answer(question, AnswerOutput(descriptor: file.fileDescriptor))
    try file.close()
    return (String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self), isWell)
  }

  @Test("the log has every commit with its kind and action", arguments: Place.Kind.allCases)
  func log(kind: Place.Kind) async throws {
    let place = try await written([.add(2), .chain, .add(3)], on: kind)
    let (text, _) = try ask(JournalQuestion(.log), place)
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    #expect(lines.dropFirst().map { $0[0] } == ["1", "2", "3", "4"])
    #expect(lines.dropFirst().map { $0[2] } == ["sent", "sent", "follow-up", "sent"])
    #expect(lines.dropFirst().map { $0[3] } == [".add(2)", ".chain", ".chained", ".add(3)"])
    let (last, _) = try ask(JournalQuestion(.log, last: 2, isJSON: true), place)
    struct Line: Decodable {
      let commit: UInt64
      let kind: String
      let action: Action
    }
    let decoded = try last.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(decoded.map(\.commit) == [3, 4])
    guard case .add(3) = decoded[1].action else {
      Issue.record("\(last)")
      return
    }
  }

  @Test(
    "the states behind commits are shown, and what they differ in", arguments: Place.Kind.allCases)
  func states(kind: Place.Kind) async throws {
    let place = try await written([.add(2), .add(3), .add(4)], on: kind)
    struct Document: Decodable {
      let commit: UInt64
      let state: Stamped.State
    }
    for (commit, count) in [0: 0, 1: 2, 2: 5, 3: 9] {
      let (text, _) = try ask(JournalQuestion(.state, from: UInt64(commit), isJSON: true), place)
      let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
      #expect(document.commit == UInt64(commit))
      #expect(document.state.count == count)
    }
    let (text, _) = try ask(JournalQuestion(.diff, from: 1, to: 3), place)
    #expect(text.contains("2") && text.contains("9") && text.contains("count"), "\(text)")
    #expect(throws: AnswerFailure.self) { try ask(JournalQuestion(.state, from: 4), place) }
    #expect(throws: AnswerFailure.self) { try ask(JournalQuestion(.log, from: 5), place) }
  }

  @Test("a state asked for inside a group is the one behind the group")
  func insideGroup() async throws {
    let place = try await written((1...400).map { .add($0) }, apart: false)
    let history = try JournalHistory(place.journal)
    var groups: [Range<UInt64>] = []
    try history.forEachGroup(behind: history.state(atMost: 0)) { group throws(JournalError) in
      groups.append(group.versions)
      return true
    }
    history.storage.close()
    let group = try #require(groups.first { $0.count > 2 })
    struct Document: Decodable {
      let commit: UInt64
      let state: Stamped.State
    }
    let (text, _) = try ask(
      JournalQuestion(.state, from: group.lowerBound + 1, isJSON: true), place)
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    #expect(document.commit == group.upperBound - 1)
    #expect(document.state.count == (1..<Int(group.upperBound)).reduce(0, +))
  }

  @Test("a build that reduces the same comes to the same states, whatever reducers draw")
  func verified() async throws {
    let place = try await written([.add(2), .chain, .draw, .draw, .add(3)])
    let (text, isWell) = try ask(JournalQuestion(.verify), place)
    #expect(isWell)
    #expect(text.contains("6 commits in "), "\(text)")
    #expect(text.contains("Not compared") && text.contains("entries"), "\(text)")
    let (rest, _) = try ask(JournalQuestion(.verify, from: 5), place)
    #expect(rest.contains("2 commits in ") || rest.contains("1 commit in "), "\(rest)")
  }

  @Test(
    "what follows from a small draw, or from a date, is no difference", arguments: [true, false])
  func smallDraws(apart: Bool) async throws {
    let place = try await written(
      (0..<40).map { $0 % 2 == 0 ? .roll : .watch } + [.add(1)], apart: apart)
    let (text, isWell) = try ask(JournalQuestion(.verify), place)
    #expect(isWell, "\(text)")
  }

  @Test("commits whose actions cannot be read are not taken for verified")
  func unreadable() async throws {
    let disk = MemoryDisk()
    let journal = disk.journal.keepingHistory()
    let store = try await Store(journal: journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    for _ in 0..<3 { await store.send(.add).finish() }
    await store.stop()
    // Another build, whose actions have other cases.
    let answer = JournalAnswer<Version1.Counter.State, Int>(
      journal, { Reduce { _, _ in .none } }, DependencyValues.current)
    #expect(try !answer.answer(JournalQuestion(.verify), AnswerOutput(descriptor: 2)))
  }

  @Test("a planted clock is found, with its commit and its field", arguments: [true, false])
  func nondeterminism(apart: Bool) async throws {
    let place = try await written([.add(2), .add(3), .stamp, .add(4), .draw], apart: apart)
    let (text, isWell) = try ask(JournalQuestion(.verify, isJSON: true), place)
    #expect(!isWell)
    struct Document: Decodable {
      struct Difference: Decodable {
        let kind: String
        let commits: [UInt64]
        let field: String
        let text: String
      }
      let difference: Difference
    }
    let difference = try JSONDecoder().decode(Document.self, from: Data(text.utf8)).difference
    #expect(difference.kind == "nondeterministic")
    #expect(difference.commits == [3, 3])
    #expect(difference.field == "stamp")
    #expect(difference.text.contains("@Dependency(\\.date)"))
  }

  @Test(
    "another build's first difference is found, with its commit and its field",
    arguments: [true, false])
  func shadow(apart: Bool) async throws {
    let place = try await written([.draw, .chain, .add(4), .draw, .chain], apart: apart)
    let (text, isWell) = try ask(JournalQuestion(.verify), place, Stamped(extra: 1))
    #expect(!isWell)
    #expect(text.contains("\"count\" is 5, and 4 in the journal"), "\(text)")
    #expect(text.contains("Commit 4 changed it last"), "\(text)")
  }

  @Test("an action on what was drawn in the same group is no difference")
  func drawnIdentity() async throws {
    let place = Place()
    let journal = place.journal.keepingHistory()
    let store = try await Store(journal: journal, initialState: Stamped.State()) {
      Stamped()
    } withDependencies: {
      $0.uuid = UUIDGenerator { UUID() }
    }
    store.send(.add(1))
    store.send(.draw)
    store.send(.finish(store.state.entries[0].id))
    try await store.flushed()
    await store.stop()
    let (text, isWell) = try ask(JournalQuestion(.verify), place)
    #expect(isWell, "\(text)")
  }

  @Test("a commit is reduced again from the state before it")
  func replay() async throws {
    let place = try await written([.add(2), .add(5)])
    let (text, _) = try ask(JournalQuestion(.replay, from: 2), place)
    #expect(text.contains("2") && text.contains("7"), "\(text)")
    #expect(throws: AnswerFailure.self) { try ask(JournalQuestion(.replay, from: 9), place) }
  }

  @Test("commits are cut into a journal that goes on from them", arguments: Place.Kind.allCases)
  func cut(kind: Place.Kind) async throws {
    let place = try await written([.add(1), .add(2), .add(3), .add(4)], on: kind)
    let path = place.folder + "/cut.journal"
    let question = JournalQuestion(.cut, from: 2, to: 3, output: path)
    let (text, _) = try ask(question, place)
    #expect(text.contains("commits 2 to 3"), "\(text)")
    #expect(throws: AnswerFailure.self) { try ask(question, place) }
    let store = try await Store(
      journal: .file(path), initialState: Stamped.State()
    ) { Stamped() }
    #expect(store.state.count == 6)
    #expect(store.durableVersion == 3)
    await store.send(.add(10)).finish()
    #expect(store.durableVersion == 4)
    await store.stop()
  }

  @Test("a journal is compacted, and goes on from there")
  func compact() async throws {
    let actions = (0..<60).map { Action.add($0) }
    let place = try await written(actions)
    #expect(try ask(JournalQuestion(.log), place).text.split(separator: "\n").count == 61)
    _ = try ask(JournalQuestion(.compact), place)
    #expect(throws: AnswerFailure.self) { try ask(JournalQuestion(.log, from: 2), place) }
    let store = try await Store(
      journal: .file(place.path), initialState: Stamped.State()
    ) { Stamped() }
    #expect(store.state.count == (0..<60).reduce(0, +))
    #expect(store.durableVersion == 60)
    await store.stop()
  }

  @Test(
    "a history is kept only where that is asked for, whatever whole states are written",
    arguments: [true, false])
  func history(isKept: Bool) async throws {
    // More than what a whole state waits for, several times.
    let place = try await written((0..<600).map { .fill($0) }, keepsHistory: isKept)
    let history = try JournalHistory(place.journal)
    let first = try history.state(atMost: 0).mark.version
    #expect(isKept ? first == 0 : first > 100, "\(first)")
    var last: UInt64 = 0
    try history.forEachGroup(behind: history.state(atMost: 0)) { group throws(JournalError) in
      last = group.row.mark.version
      return true
    }
    #expect(last == history.end.version)
    history.storage.close()
  }

  @Test("a journal that is not there, or has no commits, is said to be so, and made by nobody")
  func nothing() async throws {
    let place = Place()
    for command in [JournalQuestion.Command.log, .state, .verify, .compact] {
      #expect(throws: JournalError.self) { try ask(JournalQuestion(command), place) }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: place.folder)
    #expect(files.allSatisfy { $0.hasPrefix("answer-") }, "\(files)")
  }

  @Test("a history goes across a change of the state's shape, and a cut does not")
  func migrated() async throws {
    let disk = MemoryDisk()
    let journal = disk.journal.keepingHistory()
    let first = try await Store(journal: journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    // So long that a patch of the state has but the end of it.
    let count = 300
    for _ in 0..<count { await first.send(.add).finish() }
    await first.stop()
    let second = try await Store(journal: journal, initialState: Version2.Counter.State()) {
      Version2.Counter()
    }
    for _ in 0..<2 { await second.send(.add).finish() }
    await second.stop()
    let path = Place().folder + "/cut.journal"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let answer = JournalAnswer<Version2.Counter.State, Version2.Counter.Action>(
      journal, { Version2.Counter() }, DependencyValues.current)
    let output = AnswerOutput(descriptor: 2)
    #expect(throws: AnswerFailure.self) {
      try answer.answer(JournalQuestion(.cut, from: 2, output: path), output)
    }
    let folder = (path as NSString).deletingLastPathComponent
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    #expect(try answer.answer(JournalQuestion(.cut, from: UInt64(count) + 1, output: path), output))
    try FileManager.default.removeItem(atPath: folder)
    let history = try JournalHistory(disk.journal)
    var states: [Version2.Counter.State] = []
    try history.forEachGroup(behind: history.state(atMost: 0)) { group throws(JournalError) in
      states.append(
        try OpenedJournal.decode(
          group.after, Version2.Counter.State.self, schema: group.row.schema, at: "here"))
      return true
    }
    history.storage.close()
    let bars = (1...count).map { String(repeating: "|", count: $0) }
    #expect(states.map(\.total) == bars + [bars[count - 1] + "+", bars[count - 1] + "++"])
  }
}
