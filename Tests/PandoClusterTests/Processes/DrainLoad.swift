import ClusterFeatures
import Foundation
import Pando
import Synchronization

/// Tasks that send to the errands of a site without end, each to one of its own, and note how long a commit takes.
final class DrainLoad: Sendable {
  private struct Record {
    var sent: [Int: Int] = [:]
    var begun: [Int: [Int]] = [:]
    var longest: Duration = .zero
    var count = 0
  }

  private let record = Mutex(Record())
  private let isOver = Mutex(false)
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// - Parameter pace: Every so-manieth action starts an effect.
  init(_ store: StoreOf<Errands>, pace: Int) {
    for errand in store.state.errands {
      let task = Task { await self.send(to: errand.id, store, pace) }
      tasks.withLock { $0.append(task) }
    }
  }

  private func send(to id: Int, _ store: StoreOf<Errands>, _ pace: Int) async {
    var number = 0
    while !isOver.withLock({ $0 }) {
      number += 1
      let isErrand = number.isMultiple(of: pace)
      let action: Errand.Action = isErrand ? .run(number: number, milliseconds: 15) : .up
      let start = ContinuousClock.now
      let sent = store.send(.errands(.element(id: id, action: action)))
      if isErrand {
        record.withLock { $0.begun[id, default: []].append(number) }
      } else {
        await sent.finish()
        let elapsed = ContinuousClock.now - start
        record.withLock { record in
          record.sent[id, default: 0] += 1
          record.longest = max(record.longest, elapsed)
        }
      }
      record.withLock { $0.count += 1 }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The longest time that an action took to commit since the last time that this was asked.
  func takeLongest() -> Duration {
    record.withLock { record in
      defer { record.longest = .zero }
      return record.longest
    }
  }

  var count: Int { record.withLock { $0.count } }

  /// Ends the sending, and returns what was sent to each errand: how often `up`, and which effects were begun.
  func end() async -> [Int: (ups: Int, begun: [Int])] {
    isOver.withLock { $0 = true }
    for task in tasks.withLock({ $0 }) { await task.value }
    return record.withLock { record in
      Dictionary(
        uniqueKeysWithValues: record.sent.map { ($0, ($1, record.begun[$0] ?? [])) })
    }
  }
}
