import Pando
import PandoJournal
import Synchronization
import Testing

/// Nothing leaves a store before the group of the commit that it follows from is durable.
struct GateTests {
  @Test("an effect starts once its commit is durable, and a reader sees the commit before")
  func effects() async throws {
    let (disk, log) = (MemoryDisk(), Log())
    let store = try await makeStore(disk.journal, log: log)
    try await store.flushed()
    let held = Held(disk)
    let task = store.send(.work(7))
    await held.awaitArrivals(1)
    #expect(log.all == ["mounted"])
    held.allowOne()
    // Its own action, for which it waits in `send`.
    await held.awaitArrivals(2)
    #expect(log.all == ["mounted", "work 7"])
    #expect(store.state.numbers == [7])
    held.open()
    await task.finish()
    #expect(log.all == ["mounted", "work 7", "worked 7"])
  }

  enum Way: CaseIterable {
    case send, sendWhenRoom, actor

    func finish(_ action: Ledger.Action, _ store: StoreOf<Ledger>) async {
      switch self {
      case .send: await store.send(action).finish()
      case .sendWhenRoom: await store.sendWhenRoom(action).finish()
      case .actor: await StoreActor(store).send(action)
      }
    }
  }

  @Test("who waits for an action goes on once it is durable", arguments: Way.allCases)
  func senders(_ way: Way) async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    try await store.flushed()
    let held = Held(disk)
    let task = Task { await way.finish(.add(1), store) }
    await held.awaitArrivals(1)
    #expect(store.state.numbers == [1])
    let finished = Log()
    Task {
      await task.value
      finished.note("finished")
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(finished.all.isEmpty)
    #expect(disk.rows.count == 1)
    held.open()
    await task.value
    #expect(disk.rows.count == 2)
  }

  @Test("what commits while a group is written is the next group, and waits for that")
  func groups() async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    try await store.flushed()
    let held = Held(disk)
    for number in 0..<100 { store.send(.add(number)) }
    await held.awaitArrivals(1)
    #expect(store.state.numbers.count == 100)
    held.allowOne()
    await held.awaitArrivals(2)
    #expect(store.durableVersion == 2)
    held.open()
    try await store.flushed()
    #expect(store.durableVersion == 101)
    #expect(disk.rows.count == 3)
  }

  @Test("who waits for an action that commits while a group is written waits for the next group")
  func sendersOfTheNextGroup() async throws {
    let disk = MemoryDisk()
    let store = try await makeStore(disk.journal)
    try await store.flushed()
    let held = Held(disk)
    store.send(.add(1))
    await held.awaitArrivals(1)
    let sent = await store.sendWhenRoom(.add(2))
    let finished = Log()
    let waiting = Task {
      await sent.finish()
      finished.note("finished")
    }
    held.allowOne()
    await held.awaitArrivals(2)
    for _ in 0..<100 { await Task.yield() }
    #expect(finished.all.isEmpty)
    held.open()
    await waiting.value
    #expect(disk.rows.count == 3)
  }

  @Test(
    "a task that a reducer, or a reader, frees goes on, whatever the disk does",
    arguments: [true, false], [true, false])
  func freedByReducer(hasFailed: Bool, byReader: Bool) async throws {
    let disk = MemoryDisk()
    let waiting = Mutex<Task<Void, Never>?>(nil)
    let store = try await Store(journal: disk.journal.onFailure { _ in }, initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        if action == 2 { waiting.withLock { $0?.cancel() } }
        return .none
      }
    }
    store.send(1)
    try await store.flushed()
    let held = Held(disk)
    if hasFailed {
      held.open()
      disk.setFault(MemoryFault(appendsBefore: 0, keeps: false))
    }
    store.send(1)
    if hasFailed {
      await #expect(throws: JournalError.self) { try await store.flushed() }
    } else {
      await held.awaitArrivals(1)
    }
    let task = Task { for await _ in store.states {} }
    waiting.withLock { $0 = task }
    for _ in 0..<100 { await Task.yield() }
    if byReader { store.withState { _ in task.cancel() } } else { store.send(2) }
    await task.value
    held.open()
  }

  @Test("a store is full where much of what has committed is not durable")
  func room() async throws {
    let disk = MemoryDisk()
    let store = try await Store(journal: disk.journal, initialState: 0) {
      Reduce<Int, String> { state, _ in
        state += 1
        return .none
      }
    }
    let held = Held(disk)
    let text = String(repeating: "x", count: 4 << 20)
    let sender = Task { await blocking { for _ in 0..<32 { store.send(text) } } }
    while store.state < 16 { await Task.yield() }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(store.state <= 17)
    held.open()
    await sender.value
    #expect(store.state == 32)
  }

  @Test("an effect is cancelled once the commit that cancels it is durable")
  func cancellation() async throws {
    let (disk, log) = (MemoryDisk(), Log())
    let store = try await makeStore(disk.journal, log: log)
    let waiting = store.send(.waits)
    try await store.flushed()
    while !log.all.contains("waits") { await Task.yield() }
    let held = Held(disk)
    store.send(.cancel)
    await held.awaitArrivals(1)
    for _ in 0..<100 { await Task.yield() }
    #expect(!log.all.contains("ends"))
    held.open()
    await waiting.finish()
    #expect(log.all.contains("ends"))
  }

  @Test("an effect whose start waits is cancelled, if a later commit says so")
  func cancelledBeforeItStarts() async throws {
    let (disk, log) = (MemoryDisk(), Log())
    let store = try await makeStore(disk.journal, log: log)
    try await store.flushed()
    let held = Held(disk)
    store.send(.add(1))
    await held.awaitArrivals(1)
    let waiting = store.send(.waits)
    store.send(.cancel)
    held.open()
    await waiting.finish()
    #expect(log.all.last == "ends")
  }

  @Test("an effect on a worker starts once its commit is durable")
  func hostedEffects() async throws {
    let (disk, log) = (MemoryDisk(), Log())
    let store = try await makeStore(disk.journal, log: log)
    await store.send(.present).finish()
    await store.send(.tally(.add(1))).finish()
    let held = Held(disk)
    let task = store.send(.tally(.work(5)))
    await held.awaitArrivals(1)
    for _ in 0..<100 { await Task.yield() }
    #expect(log.all == ["mounted"])
    held.allowOne()
    await held.awaitArrivals(2)
    #expect(log.all == ["mounted", "tally 5"])
    #expect(store.state == Ledger.State(numbers: [5], tally: Tally.State(count: 6)))
    held.open()
    await task.finish()
  }

  @Test("a worker ends a child's effects once the commit that took the child away is durable")
  func hostedEnds() async throws {
    let (disk, log) = (MemoryDisk(), Log())
    let store = try await makeStore(disk.journal, log: log)
    await store.send(.present).finish()
    store.send(.tally(.waits))
    while !log.all.contains("tally waits") { await Task.yield() }
    try await store.flushed()
    let held = Held(disk)
    let dismissal = store.send(.dismiss)
    await held.awaitArrivals(1)
    #expect(store.state.tally == nil)
    for _ in 0..<100 { await Task.yield() }
    #expect(!log.all.contains("tally ends"))
    held.open()
    await dismissal.finish()
    #expect(log.all.contains("tally ends"))
  }

  @Test(
    "where the disk fails, nothing leaves any more, and whoever asks hears of it",
    arguments: [true, false])
  func failure(keepsRow: Bool) async throws {
    let (disk, log) = (MemoryDisk(), Log())
    let failures = Log()
    let store = try await makeStore(
      disk.journal.onFailure { failures.note("\($0.reason)") }, log: log)
    try await store.flushed()
    disk.setFault(MemoryFault(appendsBefore: 0, keeps: keepsRow))
    store.send(.work(1))
    await #expect(throws: JournalError.self) { try await store.flushed() }
    store.send(.work(2))
    await #expect(throws: JournalError.self) { try await store.flushed() }
    while failures.all.isEmpty { await Task.yield() }
    #expect(failures.all.count == 1)
    #expect(log.all == ["mounted"])
    #expect(disk.rows.count == (keepsRow ? 2 : 1))
    let after = try await makeStore(disk.afterCrash().journal)
    #expect(after.state.numbers.isEmpty)
  }
}
