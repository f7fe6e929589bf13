import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Testing

/// Real processes, real sockets. One after the other: they count processes.
@Suite("Workers as real processes", .serialized)
struct WorkerProcessTests {
  @Test("P2: the child is reduced first, in the worker, and the parent second, with its new state")
  func childFirstParentSecond() async throws {
    try await withBoard { store, _ in
      store.send(.open)
      for _ in 0..<5 { store.send(.only(.up)) }
      await store.send(.only(.asked)).finish()
      let state = store.state
      #expect(state.seen == [1, 2, 3, 4, 5, 6])
      #expect(state.only?.count == 6)
      let worker = try #require(state.only?.processID)
      #expect(worker != getpid())
      #expect(store.workers.contains { $0.processID == worker && $0.childCount == 1 })
    }
  }

  @Test("P5: a nil child's endless effect in the worker ends, and finish() waits for that")
  func nilEndsRemoteEffects() async throws {
    try await withBoard { store, folder in
      let file = folder + "/ticking"
      store.send(.open)
      let ticking = store.send(.only(.beginTicking(file: file)))
      try await eventually("the effect ticks") { (store.state.only?.ticks ?? 0) > 3 }
      #expect(FileManager.default.fileExists(atPath: file))
      await store.send(.close).finish()
      await ticking.finish()
      // The acknowledgement says that the effect was cancelled; its clean-up follows by itself.
      try await eventually("the effect has cleaned up") {
        !FileManager.default.fileExists(atPath: file)
      }
      let seen = store.state.seen.count
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.ticks == 0)
      #expect(store.state.seen.count == seen + 1, "a tick of the old incarnation committed")
    }
  }

  @Test("P6: kill -9 during 10,000 actions loses none, and the children go on elsewhere")
  func killLosesNothing() async throws {
    try await withBoard { store, _ in
      for id in 0..<4 { store.send(.add(id)) }
      for id in 0..<4 { await store.send(.shards(.element(id: id, action: .up))).finish() }
      let victim = try #require(store.state.shards[id: 0]?.processID)
      var last: StoreTask?
      for index in 0..<10_000 {
        if index == 3_000 { kill(victim, SIGKILL) }
        last = store.send(.shards(.element(id: index % 4, action: .up)))
      }
      await last?.finish()
      let state = store.state
      #expect(state.total == 10_004)
      for id in 0..<4 { #expect(state.shards[id: id]?.count == 2_501) }
      #expect(state.shards.allSatisfy { $0.processID != victim && $0.processID != getpid() })
      #expect(!isAlive(victim))
    }
  }

  @Test("P6: threads that send at once lose nothing while one worker after another is killed")
  func killsUnderManySenders() async throws {
    try await withBoard { store, _ in
      for id in 0..<4 { store.send(.add(id)) }
      for id in 0..<4 { await store.send(.shards(.element(id: id, action: .up))).finish() }
      let senders = (0..<4).map { id in
        Thread.started {
          for _ in 0..<5_000 { store.send(.shards(.element(id: id, action: .up))) }
        }
      }
      for goal in [3_000, 8_000, 13_000] {
        try await eventually("\(goal) actions committed") { store.state.total >= goal }
        let victim = try #require(store.state.shards[id: goal % 4]?.processID)
        kill(victim, SIGKILL)
      }
      try await eventually("every sender is done") { senders.allSatisfy(\.isFinished) }
      try await eventually("everything committed") { store.state.total == 20_004 }
      let state = store.state
      for id in 0..<4 { #expect(state.shards[id: id]?.count == 5_001) }
    }
  }

  @Test("P6: a feature is told that its effects ended with their worker")
  func interruption() async throws {
    try await withBoard(workers: 1) { store, folder in
      store.send(.open)
      let ticking = store.send(.only(.beginTicking(file: folder + "/ticking")))
      try await eventually("the effect ticks") { (store.state.only?.ticks ?? 0) > 0 }
      kill(try #require(store.state.only?.processID), SIGKILL)
      await ticking.finish()
      try await eventually("the feature was told") { store.state.only?.interruptions == 1 }
    }
  }

  @Test(
    "an action after which a child cannot cross commits without effect; all go on at their workers")
  func cannotCross() async throws {
    try await withBoard { store, folder in
      store.send(.open)
      for id in 0..<4 { store.send(.add(id)) }
      let file = folder + "/ticking"
      let ticking = store.send(.only(.beginTicking(file: file)))
      try await eventually("the effect ticks") { (store.state.only?.ticks ?? 0) > 0 }
      // The thread that hears of it from the worker says so, which belongs to no test.
      for index in 0..<1_000 {
        if index == 500 { store.send(.only(.breakStone)) }
        store.send(.only(.up))
        store.send(.shards(.element(id: index % 4, action: .up)))
      }
      await store.send(.only(.asked)).finish()
      await ticking.finish()
      try await eventually("the effect has cleaned up") {
        !FileManager.default.fileExists(atPath: file)
      }
      try await eventually("the feature was told") { store.state.only?.interruptions == 1 }
      let state = store.state
      #expect(state.only?.count == 1_001)
      #expect(state.only?.processID != getpid())
      #expect(state.shards.allSatisfy { $0.count == 250 && $0.processID != getpid() })
      #expect(state.seen.filter { $0 > 0 }.max() == 1_001)
      #expect(store.workers.reduce(0) { $0 + $1.childCount } == 5)
      await store.send(.close).finish()
      store.send(.open)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.processID != getpid())
    }
  }

  @Test("a stopped worker is noticed by its silence, killed, and its child moves")
  func stoppedWorker() async throws {
    try await withBoard(silenceMilliseconds: 1_500) { store, _ in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let victim = try #require(store.state.only?.processID)
      try await stop(victim)
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.count == 2)
      #expect(store.state.only?.processID != victim)
      try await eventually("the stopped worker is gone") { !isAlive(victim) }
    }
  }

  @Test("a reducer that hangs takes only its worker with it")
  func hangingReducer() async throws {
    try await withBoard(silenceMilliseconds: 1_500) { store, _ in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let victim = try #require(store.state.only?.processID)
      await store.send(.only(.hang)).finish()
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.count == 2)
      try await eventually("the worker that hung is gone") { !isAlive(victim) }
    }
  }

  @Test("an action that takes down one worker after another, and then comes through, loses nothing")
  func deadlyAction() async throws {
    try await withBoard { store, folder in
      store.send(.open)
      await store.send(.only(.up)).finish()
      store.send(.only(.die(inProcesses: 2, folder: folder)))
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.count == 3)
    }
  }

  @Test("P7: with a stopped worker, no more than the window is accepted")
  func windowBounds() async throws {
    try await withBoard(workers: 1, window: 50) { store, _ in
      store.send(.open)
      await store.send(.only(.up)).finish()
      let worker = try #require(store.state.only?.processID)
      try await stop(worker)
      let sent = Counter()
      let sender = Thread {
        for _ in 0..<200 {
          store.send(.only(.up))
          sent.add()
        }
      }
      sender.start()
      try await eventually("the window is full") { sent.value >= 50 }
      // What would come now would be over the window; it has had its time.
      try await Task.sleep(for: .milliseconds(300))
      #expect(sent.value == 50)
      kill(worker, SIGCONT)
      try await eventually("all are accepted") { sent.value == 200 }
      await store.send(.only(.up)).finish()
      #expect(store.state.only?.count == 202)
    }
  }

  @Test("stopping leaves no process, no socket file and no thread")
  func stoppingLeavesNothing() async throws {
    let threads = threadCount()
    var workers: [Int32] = []
    try await withBoard { store, folder in
      for id in 0..<4 { store.send(.add(id)) }
      for id in 0..<4 {
        await store.send(.shards(.element(id: id, action: .up))).finish()
        store.send(.shards(.element(id: id, action: .beginTicking(file: folder + "/\(id)"))))
      }
      try await eventually("both workers are there") {
        store.workers.compactMap(\.processID).count == 2
      }
      workers = store.workers.compactMap(\.processID)
      #expect(workers.count == 2)
    }
    #expect(workers.allSatisfy { !isAlive($0) })
    #expect(childProcesses().isDisjoint(with: workers))
    let folders = try FileManager.default.contentsOfDirectory(atPath: "/tmp")
    #expect(!folders.contains { $0.hasPrefix("pando-\(getpid())-") })
    // Threads of the concurrency pool and of libraries may come; those of a store must go.
    try await eventually("the store's threads have gone") { threadCount() <= threads + 4 }
  }
}
