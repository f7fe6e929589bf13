import Foundation
import Pando
import PandoTesting
import Synchronization
import Testing

@Suite("A thread that sends to a store without room", .timeLimit(.minutes(1)))
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
