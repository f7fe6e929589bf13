import ClusterFeatures
import Foundation
import Pando
import Synchronization

/// A program that opens a child every few milliseconds, closes it a little later, and sends to eight old ones meanwhile;
/// it notes how long actions take to commit.
final class OpeningLoad: Sendable {
  private struct Record {
    var longest: Duration = .zero
    var opened = 0
    var ups = 0
    var faults: [String] = []
  }

  static let oldCount = 8
  private static let keptCount = 6
  private let store: StoreOf<Board>
  private let delay = SchedulingDelay()
  private let record = Mutex(Record())
  private let isOver = Mutex(false)
  private let tasks = Mutex<[Task<Void, Never>]>([])

  init(_ store: StoreOf<Board>) {
    self.store = store
    let tasks = [Task { await self.open() }, Task { await self.sendToOld() }]
    self.tasks.withLock { $0 = tasks }
  }

  private func open() async {
    var id = 1_000
    while !isOver.withLock({ $0 }) {
      id += 1
      store.send(.add(id))
      await up(id)
      let count = store.state.shards[id: id]?.count
      record.withLock { record in
        record.opened += 1
        if count != 1 { record.faults.append("child \(id) counts \(count ?? -1)") }
      }
      if id - Self.keptCount > 1_000 { store.send(.remove(id - Self.keptCount)) }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func sendToOld() async {
    var number = 0
    while !isOver.withLock({ $0 }) {
      await up(number % Self.oldCount)
      number += 1
      record.withLock { $0.ups += 1 }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  private func up(_ id: Int) async {
    let (start, lateness) = (ContinuousClock.now, delay.total)
    await store.send(.shards(.element(id: id, action: .up))).finish()
    // What the machine had no time for is nobody's wait for a coordinator.
    let wait = start.duration(to: .now) - (delay.total - lateness) * 2
    record.withLock { $0.longest = max($0.longest, wait) }
  }

  /// The longest time that an action took to commit since the last time that this was asked.
  func takeLongest() -> Duration {
    record.withLock { record in
      defer { record.longest = .zero }
      return record.longest
    }
  }

  var opened: Int { record.withLock { $0.opened } }

  /// Ends the sending. Returns how often the old children were sent to, and what was not as it should be.
  func end() async -> (ups: Int, faults: [String]) {
    isOver.withLock { $0 = true }
    for task in tasks.withLock({ $0 }) { await task.value }
    delay.end()
    return record.withLock { ($0.ups, $0.faults) }
  }
}

/// A thread that wants to run every few milliseconds, and counts how much later it does: as long as any thread that an
/// action is handed to may have to wait on a machine that is busy. So a bound on a time does not depend on the load.
final class SchedulingDelay: Sendable {
  private let lateness = Mutex(Duration.zero)
  private let isOver = Mutex(false)

  init() {
    _ = Thread.started { [self] in
      while !isOver.withLock({ $0 }) {
        let due = ContinuousClock.now + .milliseconds(5)
        usleep(5_000)
        let late = due.duration(to: .now)
        lateness.withLock { $0 += late }
      }
    }
  }

  /// The sum of all delays.
  var total: Duration { lateness.withLock { $0 } }

  func end() { isOver.withLock { $0 = true } }
}
