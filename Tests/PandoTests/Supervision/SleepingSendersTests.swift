import Foundation
import IssueSupport
import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("A thread that sends to a store without room", .timeLimit(.minutes(15)))
struct SleepingSendersTests {
  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
  }

  @Test("gets its turn, though tasks always wait for room", arguments: [1, 2, 4, 16])
  func turns(window: Int) async {
    let worker = PatientWorker()
    let engine = Plantation.makeEngine(worker, window: window)
    let isOver = Flag()
    let tasks = (0..<2 * window + 2).map { _ in
      Task { while !isOver.isSet { _ = await engine.sendWhenRoom(.patient(.pick(0))) } }
    }
    while !engine.isFull { await Task.yield() }
    let hasSent = Flag()
    Thread.detachNewThread {
      for number in 1...20 { _ = engine.send(.patient(.pick(number))) }
      hasSent.set()
    }
    // Without turns it would never send; with them, each of its actions waits for some windows at most.
    var count = 0
    while !hasSent.isSet, count < 100_000 {
      if worker.answer(engine) { count += 1 }
      await Task.yield()
    }
    #expect(hasSent.isSet)
    isOver.set()
    while engine.withState({ _ in engine.awaitsCommit }) {
      worker.answer(engine)
      await Task.yield()
    }
    for task in tasks { await task.value }
    engine.stop()
  }

  @Test(
    "may run a task, whose loop then is as fast as workers are, where they answer by themselves",
    arguments: [1, 4, 64])
  func tasks(window: Int) async {
    let worker = PatientWorker(makesRoomByItself: true)
    let engine = Plantation.makeEngine(worker, window: window)
    let count = 40 * window
    let sent = Count()
    let answers = Answers()
    Thread.detachNewThread {
      var (answered, mostAhead) = (0, 0)
      // One that is refused is never answered.
      while sent.value < count || engine.withState({ _ in engine.awaitsCommit }) {
        mostAhead = max(mostAhead, sent.value - answered)
        if worker.answer(engine) { answered += 1 } else { usleep(50) }
      }
      answers.result.withLock { $0 = (answered, mostAhead) }
    }
    let issues = await issues {
      for number in 1...count {
        _ = engine.send(.patient(.pick(number)))
        sent.add()
      }
    }
    #expect(issues.isEmpty)
    while answers.result.withLock({ $0 == nil }) { await Task.yield() }
    let (answered, mostAhead) = answers.result.withLock { $0 ?? (0, 0) }
    #expect(answered == count)
    #expect(mostAhead <= window)
    engine.stop()
  }

  private final class Answers: Sendable {
    /// The number of actions that were answered, and the largest of those that were sent and not yet answered.
    let result = Mutex<(answered: Int, mostAhead: Int)?>(nil)
  }

  private final class Count: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }

    func add() { count.add(1, ordering: .releasing) }
  }

  @Test("does not sleep with the lock of another store, for which others wait")
  func otherStore() async {
    let worker = PatientWorker()
    let full = Plantation.makeEngine(worker, window: 2)
    for number in 1...2 { _ = full.send(.patient(.pick(number))) }
    #expect(full.isFull)
    let other = Plantation.makeEngine(PatientWorker())
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // As a reducer of the other store does that sends, or who reads it.
        other.withState { _ in _ = full.send(.patient(.pick(3))) }
        continuation.resume()
      }
    }
    while worker.answer(full) {}
    #expect(!full.withState { _ in full.awaitsCommit })
    full.stop()
    other.stop()
  }
}
