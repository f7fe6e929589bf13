import Foundation
import PandoWire
import Synchronization
import Testing

@testable import Pando
@testable import PandoJournal

/// Stores that go on in another process, or here in another store, without a disk.
@Suite("Stores that are handed over")
struct HandOverTests {
  private let place = Place()
  private var path: String { place.folder + "/store.sock" }

  /// A journal at the path, and the number of times that its store was handed over.
  private func journal() -> (journal: Journal, ends: Ends) {
    let ends = Ends()
    return (Journal.handOver(at: path) { ends.count.withLock { $0 += 1 } }, ends)
  }

  final class Ends: Sendable {
    let count = Mutex(0)
    var number: Int { count.withLock { $0 } }
  }

  @Test(
    "the next store has all that has committed, and the one before makes nothing durable any more")
  func handsOver() async throws {
    let (journal, ends) = journal()
    let first = try await makeStore(journal)
    for number in 0..<100 { await first.send(.add(number)).finish() }
    await first.send(.present).finish()
    let second = try await makeStore(journal)
    #expect(second.state == first.state)
    // What a restart sends itself: to the root as it mounts, and to the child whose worker has ended.
    try await second.flushed()
    #expect(second.durableVersion == first.durableVersion + 2)
    #expect(ends.number == 1)
    first.send(.add(1_000))
    await #expect(throws: JournalError.self) { try await first.flushed() }
    await second.send(.add(2_000)).finish()
    #expect(second.state.numbers == Array(0..<100) + [2_000])
    let third = try await makeStore(journal)
    #expect(third.state == second.state)
    #expect(ends.number == 2)
    await third.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
    let fourth = try await makeStore(journal)
    #expect(fourth.state == Ledger.State())
    await fourth.stop()
  }

  @Test("features are told that their effects ended, and what was owed commits")
  func restarts() async throws {
    let journal = journal().journal
    let first = try await makeStore(journal)
    await first.send(.present).finish()
    first.send(.tally(.waits))
    try await first.flushed()
    let log = Log()
    let second = try await makeStore(journal, log: log)
    try await second.flushed()
    #expect(log.all == ["tally interrupted", "mounted"])
    await second.stop()
  }

  @Test(
    "a build that cannot read the state leaves the store where it is, and one that can takes it")
  func shapes() async throws {
    let (journal, ends) = journal()
    let first = try await Store(journal: journal, initialState: Version1.Counter.State()) {
      Version1.Counter()
    }
    for _ in 0..<3 { await first.send(.add).finish() }
    await #expect(throws: JournalError.self) {
      try await Store(journal: journal, initialState: Version3.Counter.State()) {
        Version3.Counter()
      }
    }
    #expect(ends.number == 0)
    await first.send(.add).finish()
    #expect(first.durableVersion == 4)
    let second = try await Store(journal: journal, initialState: Version2.Counter.State()) {
      Version2.Counter()
    }
    #expect(second.state.total == "||||")
    await second.send(.add).finish()
    let third = try await Store(journal: journal, initialState: Version2.Counter.State()) {
      Version2.Counter()
    }
    #expect(third.state.total == "||||+")
    #expect(ends.number == 2)
    await third.stop()
  }

  @Test("another store's name is refused, and so is a path that is too long")
  func refusals() async throws {
    let (journal, ends) = journal()
    let store = try await makeStore(journal.named("one"))
    await #expect(throws: JournalError(.isOfAnotherStore(name: "one"), path: path)) {
      try await makeStore(journal.named("two"))
    }
    #expect(ends.number == 0)
    await store.stop()
    await #expect(throws: JournalError.self) {
      try await makeStore(.handOver(at: "/tmp/" + String(repeating: "a", count: 100)))
    }
  }

  @Test(
    "a file that is no socket is left alone, and a holder whose socket was removed is not taken for dead"
  )
  func files() async throws {
    let file = place.folder + "/plain"
    try Data("precious".utf8).write(to: URL(filePath: file))
    await #expect(throws: JournalError.self) { try await makeStore(.handOver(at: file)) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    let (journal, ends) = journal()
    let store = try await makeStore(journal)
    await store.send(.add(1)).finish()
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: JournalError(.isOpenElsewhere(processID: nil), path: path)) {
      try await makeStore(journal)
    }
    #expect(ends.number == 0)
    await store.send(.add(2)).finish()
    await store.stop()
    let next = try await makeStore(journal)
    #expect(next.state == Ledger.State())
    await next.stop()
  }

  @Test("a process that has the store does not take it from itself, where that would end it")
  func sameProcess() async throws {
    let store = try await makeStore(.handOver(at: path))
    await #expect(throws: JournalError(.isOpenElsewhere(processID: getpid()), path: path)) {
      try await makeStore(.handOver(at: path))
    }
    await store.send(.add(1)).finish()
    try await store.flushed()
    #expect(store.state.numbers == [1])
    // Nothing is kept of what was.
    #expect(store.findPast == nil)
    await store.stop()
  }

  /// A holder whose store has changed since it was looked at.
  @Test(
    "a store whose owed actions cannot be read is not taken, though there were none when it was looked at"
  )
  func changedLetter() async throws {
    var letter = HandOverLetter(name: "store", epoch: 1)
    letter.state = try WireEncoder.encode(Ledger.State())
    letter.schema = SchemaFingerprint(of: Ledger.State.self).rawValue
    let looked = letter.bytes
    let group = CommittedGroup(
      version: 0, commitCount: 0, patch: .unchanged, records: [], owed: [[1]], snapshot: nil)
    let row = JournalRow(
      number: 1, firstVersion: 1, commitCount: 0, epoch: 1, schema: letter.schema,
      body: GroupBody(group, actionSchema: 7).bytes, hash: 0
    ).chained(after: 0)
    (letter.last, letter.mark) = (row, row.mark)
    let listener = try LocalSocket.listening(at: path)
    let bytes = letter.bytes
    let words = Mutex<[[UInt8]?]>([])
    async let serving: Void = blocking {
      while let socket = listener.accepted() {
        let word = socket.receive()
        _ = socket.send(word == Array("look".utf8) ? looked : bytes)
        words.withLock { $0 += [word, socket.receive()] }
        socket.close()
      }
    }
    await #expect(throws: JournalError(.owedActionsCannotBeRead(count: 1), path: path)) {
      try await makeStore(journal().journal)
    }
    listener.shutDown()
    await serving
    #expect(words.withLock { $0 } == [Array("look".utf8), nil, Array("take".utf8), nil])
  }

  @Test("whoever asks for a store and goes, or says nonsense, takes nothing", arguments: 0..<4)
  func deadTakers(words: Int) async throws {
    let (journal, ends) = journal()
    let store = try await makeStore(journal)
    await store.send(.add(1)).finish()
    var socket = try #require(try LocalSocket.connected(to: path))
    socket.deadline = .now + .seconds(60)
    switch words {
    case 0: break
    case 1: #expect(socket.send(Array("take".utf8)))
    case 2:
      #expect(socket.send(Array("take".utf8)))
      #expect(socket.receive() != nil)
    default: #expect(socket.send([1, 2, 3]))
    }
    socket.close()
    await store.send(.add(2)).finish()
    #expect(ends.number == 0)
    let next = try await makeStore(journal)
    #expect(next.state.numbers == [1, 2])
    #expect(ends.number == 1)
    await next.stop()
  }

  @Test("of many that come at once, one after the other has the store")
  func many() async throws {
    let (journal, ends) = journal()
    let store = try await makeStore(journal)
    await store.send(.add(7)).finish()
    let stores = try await withThrowingTaskGroup(of: Store<Ledger.State, Ledger.Action>.self) {
      group in
      for _ in 0..<6 { group.addTask { try await makeStore(journal) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(stores.allSatisfy { $0.state.numbers == [7] })
    #expect(ends.number == 6)
    var living = 0
    for store in stores {
      store.send(.add(8))
      if (try? await store.flushed()) != nil { living += 1 }
    }
    #expect(living == 1)
    for store in stores { await store.stop() }
  }

  @Test("a program under load goes on in the next, which has all that anybody was told")
  func processes() throws {
    var said: [String] = []
    var running: (process: Process, pipe: Pipe)?
    defer { running?.process.terminate() }
    for life in 0..<8 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Helper.program("JournalProgram"))
      process.arguments = ["run", path]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardInput = FileHandle.nullDevice
      try process.run()
      if let former = running {
        // What the one before says is read to its end: it ends by itself.
        let rest = String(
          decoding: former.pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        said += rest.split(separator: "\n").map(String.init)
        former.process.waitUntilExit()
        #expect(former.process.terminationStatus == 0)
      }
      running = (process, pipe)
      let state = try line(of: pipe) { $0.hasPrefix("state ") }.split(separator: " ")
      let accepted = try #require(Int(state[2]))
      let pending = Set(
        state.count > 6 ? state[6].split(separator: ",").compactMap { Int($0) } : [])
      let told = said.compactMap { $0.hasPrefix("sent ") ? Int($0.dropFirst(5)) : nil }.max() ?? 0
      #expect(accepted >= told, "life \(life)")
      let finished = said.compactMap {
        $0.hasPrefix("finished ") ? Int($0.dropFirst(9)) : nil
      }
      #expect(pending.isDisjoint(with: finished), "life \(life)")
      // Nothing starts twice without saying so.
      let starts = said.compactMap { $0.hasPrefix("start ") ? Int($0.dropFirst(6)) : nil }
      #expect(Set(starts).count == starts.count, "life \(life)")
      said.append(try line(of: pipe) { $0.hasPrefix("sent ") })
    }
    #expect(said.count { $0.hasPrefix("sent ") } >= 8)
  }

  /// Reads until a line is there.
  private func line(of pipe: Pipe, where isWanted: (String) -> Bool) throws -> String {
    var bytes: [UInt8] = []
    while let byte = try pipe.fileHandleForReading.read(upToCount: 1)?.first {
      if byte != UInt8(ascii: "\n") {
        bytes.append(byte)
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if isWanted(text) { return text }
      bytes = []
    }
    throw AnswerFailure("the program has ended")
  }
}
