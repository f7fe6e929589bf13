import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Sandboxes with a process for each child, and the processor time of one.
@Suite(
  "A sandbox that is not shared", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Landlock.version >= 1, "this kernel enforces no sandbox, or may not"))
struct UnsharedSandboxTests {
  private func withPrison(
    _ sandbox: Sandbox, count: Int, _ hosting: Hosting? = nil,
    _ body: (StoreOf<Prison>) async throws -> Void
  ) async throws {
    let store = Store(initialState: Prison.State(count)) {
      Prison(sandbox)
    } withDependencies: {
      $0.hosting = hosting ?? .workers(2, executable: ClusterProgram.path)
    }
    try await stopping(store, after: body)
  }

  private func ask(_ ids: some Sequence<Int>, of store: StoreOf<Prison>) async {
    let tasks = ids.flatMap { id in
      [Prisoner.Action.ask, .askInEffect].map {
        store.send(.prisoners(.element(id: id, action: $0)))
      }
    }
    for task in tasks { await task.finish() }
  }

  private func process(_ id: Int, of store: StoreOf<Prison>) throws -> Int32 {
    let processes = try #require(store.state.prisoners[id: id]?.processes)
    #expect(processes.count == 2)
    #expect(Set(processes).count == 1)
    return try #require(processes.first)
  }

  @Test("has a process for each child, and one that waits", arguments: [false, true])
  func processes(inPool: Bool) async throws {
    let pool = WorkerPool(2, executable: ClusterProgram.path)
    try await withPrison(Sandbox(sharing: .never), count: 4, inPool ? .pool(pool) : nil) { store in
      await ask(0..<4, of: store)
      let processes = try (0..<4).map { try process($0, of: store) }
      #expect(Set(processes).count == 4)
      #expect(!processes.contains(getpid()))
      let count = inPool ? 4 : 5
      try await eventually("each has one, and another waits") {
        store.workers.count { $0.state == .ready } == count
      }
      let workers = store.workers
      #expect(Set(workers.map(\.name)).count == count)
      #expect(workers.map(\.childCount).sorted() == (inPool ? [] : [0]) + [1, 1, 1, 1])
      #expect(workers.allSatisfy { $0.sandbox == Sandbox(sharing: .never) })
      #expect(workers.allSatisfy { $0.processorTime.map { $0 > .zero } == true })
      #expect(workers.allSatisfy { $0.residentBytes.map { $0 > 1 << 20 } == true })
      let waiting = workers.first { $0.childCount == 0 }?.processID
      store.send(.take(4))
      await ask([4], of: store)
      let fifth = try process(4, of: store)
      #expect(waiting.map { $0 == fifth } ?? !processes.contains(fifth))
    }
    await pool.finish()
  }

  @Test("ends the process with the child, and with the store")
  func ends() async throws {
    var processes: [Int32] = []
    try await withPrison(Sandbox(sharing: .never), count: 3) { store in
      await ask(0..<3, of: store)
      processes = try (0..<3).map { try process($0, of: store) }
      store.send(.prisoners(.element(id: 1, action: .waitForEver)))
      await ask([1], of: store)
      await store.send(.free(1)).finish()
      try await eventually("its process has ended") { !isAlive(processes[1]) }
      #expect(isAlive(processes[0]) && isAlive(processes[2]))
      try await eventually("it is no worker any more") { store.workers.count == 3 }
      await ask([0, 2], of: store)
      #expect(store.state.prisoners.map(\.processes.count) == [4, 4])
      #expect(store.workers.allSatisfy { $0.restartCount == 0 })
    }
    #expect(processes.allSatisfy { !isAlive($0) })
  }

  @Test("gives everything back when many children come and go")
  func many() async throws {
    try await withPrison(Sandbox(sharing: .never), count: 0) { store in
      var before: (threads: Int, descriptors: Int)?
      for _ in 0..<3 {
        for id in 0..<12 { store.send(.take(id)) }
        await ask(0..<12, of: store)
        for id in 0..<12 { await store.send(.free(id)).finish() }
        try await eventually("only the one that waits is left") {
          store.workers.count { $0.state == .ready } == 1 && store.workers.count == 1
        }
        let first = before ?? (count("task") + 4, count("fd") + 4)
        before = first
        try await eventually("threads and descriptors are as before") {
          count("task") <= first.threads && count("fd") <= first.descriptors
        }
      }
    }
  }

  private func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? -1
  }

  @Test("reads nothing that another child has put in the place of a file")
  func replacing() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pando-\(UUID().uuidString)"
    let inner = "\(folder)/writable/in"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/secret", withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: "\(folder)/secret/file"))
    let sandbox = Sandbox(
      files: .init(read: [inner], readWrite: ["\(folder)/writable"]), sharing: .never)
    try await withPrison(sandbox, count: 1) { store in
      let deeds: [Intruder.Deed] = [.init("replace", inner), .init("read", "\(inner)/file")]
      func attempt(_ deed: Intruder.Deed, _ id: Int) async {
        await store.send(.prisoners(.element(id: id, action: .attempt(deed)))).finish()
      }
      await attempt(deeds[0], 0)
      try await eventually("another waits") { store.workers.count == 2 }
      // The first of them may have been started before.
      for id in 1...3 {
        await store.send(.take(id)).finish()
        await attempt(deeds[1], id)
        #expect(store.state.prisoners[id: id]?.outcomes.allSatisfy { $0 != 0 } == true)
      }
      #expect(store.state.prisoners[id: 0]?.outcomes == [0])
    }
  }

  @Test("knows by whom a worker ended, whatever thread it was that ended it")
  func blame() async throws {
    try await withPrison(Sandbox(sharing: .never), count: 2) { store in
      await ask([1], of: store)
      store.send(.prisoners(.element(id: 0, action: .crashElsewhere)))
      try await eventually("the child hears of it") {
        store.state.prisoners[id: 0]?.losses.isEmpty == false
      }
      let loss = try #require(store.state.prisoners[id: 0]?.losses.first)
      #expect(loss.blame == .certain)
      #expect(loss.cause == .died)
      await ask([1], of: store)
      let neighbours = try #require(store.state.prisoners[id: 1]?.processes)
      #expect(Set(neighbours).count == 1)
    }
  }

  @Test(
    "ends a worker that takes more processor time than it may",
    arguments: [Prisoner.Action.spin, .spinInEffect], [Sandbox.Sharing.never, .allowed])
  func processorTime(_ action: Prisoner.Action, _ sharing: Sandbox.Sharing) async throws {
    let sandbox = Sandbox(processorTime: .milliseconds(700), sharing: sharing)
    try await withPrison(sandbox, count: 2, .workers(1, executable: ClusterProgram.path)) { store in
      await ask([0, 1], of: store)
      let neighbour = try process(1, of: store)
      let task = store.send(.prisoners(.element(id: 0, action: action)))
      let isEffect = if case .spinInEffect = action { true } else { false }
      if isEffect {
        try await eventually("the child hears of it") {
          store.state.prisoners[id: 0]?.losses.isEmpty == false
        }
        let loss = try #require(store.state.prisoners[id: 0]?.losses.first)
        #expect(loss.cause == .hung)
        #expect(loss.blame == (sharing == .never ? .certain : .suspect))
      }
      await task.finish()
      // And not the `timeout`, which is ten minutes.
      #expect(store.workers.contains { $0.lastProblem?.contains("of processor time") == true })
      await ask([0, 1], of: store)
      #expect(store.state.prisoners[id: 0]?.processes.count == 4)
      let later = try #require(store.state.prisoners[id: 1]?.processes.last)
      #expect((later == neighbour) == (sharing == .never))
    }
  }

  @Test("lets a worker take as much as it likes for many actions, and while it waits")
  func busy() async throws {
    try await withPrison(Sandbox(processorTime: .milliseconds(300)), count: 1) { store in
      store.send(.prisoners(.element(id: 0, action: .waitForEver)))
      let start = ContinuousClock.now
      while start.duration(to: .now) < .seconds(3) { await ask([0], of: store) }
      #expect(store.workers.allSatisfy { $0.restartCount == 0 })
      #expect(store.state.prisoners[id: 0]?.losses == [])
      let processes = try #require(store.state.prisoners[id: 0]?.processes)
      #expect(Set(processes).count == 1)
    }
  }
}
