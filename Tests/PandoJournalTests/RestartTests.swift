import Pando
import PandoJournal
import Synchronization
import Testing

/// A store goes on from what is durable.
struct RestartTests {
  @Test("a store has the state, and the version, that another left")
  func state() async throws {
    let disk = MemoryDisk()
    let first = try await makeStore(disk.journal)
    for number in 0..<10 { first.send(.add(number)) }
    await first.send(.present).finish()
    await first.send(.tally(.add(3))).finish()
    await first.stop()
    let second = try await makeStore(disk.journal, Ledger.State(numbers: [99]))
    #expect(second.state == first.state)
    await second.send(.tally(.add(4))).finish()
    try await second.flushed()
    #expect(second.state.tally == Tally.State(count: 7))
    await second.stop()
    let third = try await makeStore(disk.journal)
    #expect(third.state.tally == Tally.State(count: 7))
    #expect(disk.openings == 3)
  }

  @Test("features are mounted, and told that their effects ended with the process")
  func features() async throws {
    let disk = MemoryDisk()
    let first = try await makeStore(disk.journal)
    await first.send(.present).finish()
    first.send(.tally(.waits))
    try await first.flushed()
    let log = Log()
    let second = try await makeStore(disk.afterCrash().journal, log: log)
    try await second.flushed()
    #expect(log.all == ["tally interrupted", "mounted"])
  }

  /// After each row and each piece of a state: whatever was seen outside is in what comes back, and all of it was.
  @Test("a crash at any moment loses nothing that anybody saw", arguments: [0, 1, 2, 3])
  func crashes(seed: Int) async throws {
    let (disk, seen) = (MemoryDisk(), Log())
    let images = Mutex<[(disk: MemoryDisk, seen: [String])]>([])
    let store = try await makeStore(disk.journal, log: seen)
    try await store.flushed()
    disk.setWillAppend { _ in
      for keepsPending in [false, true] {
        let image = disk.afterCrash(keepsPending: keepsPending)
        images.withLock { $0.append((image, seen.all)) }
      }
    }
    var tasks: [StoreTask] = []
    for number in 1...60 {
      switch (number + seed) % 5 {
      case 0: tasks.append(store.send(.chain(number % 7)))
      case 1: tasks.append(store.send(.work(number)))
      case 2: tasks.append(store.send(.add(number)))
      case 3: tasks.append(store.send(number % 3 == 0 ? .dismiss : .present))
      default: tasks.append(store.send(.tally(.work(number))))
      }
      if number % 4 == 0 { await tasks.removeFirst().finish() }
    }
    for task in tasks { await task.finish() }
    try await store.flushed()
    let final = store.state.numbers
    let taken = images.withLock { $0 }
    #expect(taken.count > 20)
    for image in taken {
      let log = Log()
      let restarted = try await makeStore(image.disk.journal, log: log)
      try await restarted.flushed()
      let numbers = restarted.state.numbers
      // What an effect did follows from a commit that is there, with all before it.
      for line in image.seen where line.hasPrefix("worked ") {
        #expect(numbers.contains(Int(line.dropFirst(7)) ?? -1))
      }
      // Chains that had begun are brought to their end, and nothing else is added.
      let common = zip(numbers, final).prefix { $0 == $1 }.count
      #expect(numbers.dropFirst(common).allSatisfy { $0 < 7 })
      #expect(!log.all.contains { $0.hasPrefix("work") })
      await restarted.stop()
    }
  }

  @Test("a chain of actions that send one another is there as a whole, or not at all")
  func chains() async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    await store.send(.present).finish()
    let images = Mutex<[MemoryDisk]>([])
    disk.setWillAppend { _ in
      for keepsPending in [false, true] {
        let image = disk.afterCrash(keepsPending: keepsPending)
        images.withLock { $0.append(image) }
      }
    }
    await store.send(.chain(200)).finish()
    try await store.flushed()
    for image in images.withLock({ $0 }) {
      let restarted = try await makeStore(image.journal)
      try await restarted.flushed()
      // The whole chain, or nothing of it.
      let numbers = restarted.state.numbers
      #expect(numbers.isEmpty || numbers == (0...200).reversed())
    }
  }

  @Test("a whole state is written once the groups since are large, and the groups before it go")
  func snapshots() async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    for round in 0..<40 {
      let text = (0..<3_000).map { "\(round) \($0 &* 0x9E37_79B9 &+ round)" }.joined()
      await store.send(.write(text)).finish()
    }
    let state = store.state
    await store.stop()
    let (rowCount, pieces) = (disk.rows.count, disk.pieces)
    // Three of them take a megabyte about; the state is due a group later, and comes with the next.
    #expect((1...20).contains(rowCount))
    #expect(pieces.allSatisfy { $0.group > 20 && $0.count == 1 })
    let after = try await makeStore(disk.journal)
    #expect(after.state == state)
  }

  @Test("a group that is not the one that was written is noticed, and nothing is made of it")
  func rot() async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    for number in 0..<5 { await store.send(.add(number)).finish() }
    await store.stop()
    disk.rot(3)
    let error = await #expect(throws: JournalError.self) { _ = try await makeStore(disk.journal) }
    #expect(error?.reason == .isDamaged("group 3 is not as it was written"))
  }

  @Test("a journal is one store's at a time, and of the store that it names")
  func openers() async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    await #expect(throws: JournalError.self) { _ = try await makeStore(disk.journal) }
    await store.stop()
    let error = await #expect(throws: JournalError.self) {
      _ = try await makeStore(disk.journal.named("other"))
    }
    #expect(error?.reason == .isOfAnotherStore(name: "store"))
  }
}
