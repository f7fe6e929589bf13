import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Synchronization

extension Scenario {
  /// Fails actions of hosted children, in turns one that is hard to put into words and one like it that is not, while two
  /// other children get actions all the time: with workers there is one of them on each, so that one has the worker
  /// of the child that fails, and one has not. Prints how long they waited, in microseconds.
  static func neighbours(onWorkers: Bool, seed: UInt64) async {
    let store = Store(initialState: Maze.State(count: 5)) {
      Maze()
    } withDependencies: {
      $0.hosting = onWorkers ? .workers(2) : .inProcess
    }
    let events = store.hostingEvents
    let told = Task { await Told(events) }
    let neighbours = await settled(in: store).map { Neighbour(id: $0) }
    var failureCount = 0
    let (odd, plain) = await withTaskGroup { group in
      for neighbour in neighbours {
        group.addTask { await neighbour.count(in: store) }
      }
      var (odd, plain) = (Waits(), Waits())
      for riddle in riddles(seed: seed, withDeadly: false) {
        failureCount += 2
        neighbours.forEach { _ = $0.takeLongestWait() }
        await riddle.fail(in: store)
        odd.add(neighbours.map { $0.takeLongestWait() })
        await riddle.plain.fail(in: store)
        plain.add(neighbours.map { $0.takeLongestWait() })
      }
      neighbours.forEach { $0.stop() }
      return (odd, plain)
    }
    let places = Set(neighbours.map { worker(of: $0.id, in: store) })
    let isCounted = neighbours.allSatisfy { store.state.riddles[id: $0.id]?.count == $0.count }
    await store.stop()
    let seen = await told.value
    print(
      """
      failures: \(failureCount)
      told: \(seen.failureCount)
      named: \(seen.namedCount)
      longest: \(seen.longest)
      others: \(isCounted ? failureCount : 0)
      asked: \(Oddity.tellings.load(ordering: .relaxed))
      places: \(places.count)
      """)
    for number in neighbours.indices {
      print("odd \(number): \(odd.high(of: number))\nplain \(number): \(plain.high(of: number))")
    }
  }

  /// Returns the numbers of two children that do not fail, once both have been reduced: where there are workers, each is
  /// at one of its own.
  private static func settled(in store: StoreOf<Maze>) async -> [Int] {
    // The least loaded is another for the second child only if it is there.
    while !store.workers.allSatisfy({ $0.state == .ready }) {
      try? await Task.sleep(for: .milliseconds(5))
    }
    for id in 3...4 { await store.send(.riddles(.element(id: id, action: .up))).finish() }
    return [3, 4]
  }

  private static func worker(of id: Int, in store: StoreOf<Maze>) -> String? {
    store.hostedChildren.first { $0.identities == ["\(id)"] }?.worker
  }

  /// A child that gets one action after the other, and how long each waits for its commit.
  private final class Neighbour: Sendable {
    private struct Times {
      var count = 1
      var sent: ContinuousClock.Instant?
      var longest = Duration.zero
      var isOver = false
    }

    let id: Int
    private let times = Mutex(Times())

    init(id: Int) {
      self.id = id
    }

    var count: Int { times.withLock(\.count) }

    /// Sends action after action, until it is stopped.
    func count(in store: StoreOf<Maze>) async {
      while begin() {
        await store.send(.riddles(.element(id: id, action: .up))).finish()
        times.withLock {
          if let sent = $0.sent { $0.longest = max($0.longest, sent.duration(to: .now)) }
          $0.sent = nil
          $0.count += 1
        }
        // In one process nothing else makes way for whoever fails actions.
        try? await Task.sleep(for: .milliseconds(1))
      }
    }

    private func begin() -> Bool {
      times.withLock {
        if !$0.isOver { $0.sent = .now }
        return !$0.isOver
      }
    }

    func stop() { times.withLock { $0.isOver = true } }

    /// Returns the longest wait since the last call, of which an action that still waits is one.
    func takeLongestWait() -> Duration {
      times.withLock {
        let now = ContinuousClock.now
        let longest = max($0.longest, $0.sent?.duration(to: now) ?? .zero)
        $0.longest = .zero
        if $0.sent != nil { $0.sent = now }
        return longest
      }
    }
  }

  /// The longest waits of each neighbour, one for each action that failed.
  private struct Waits {
    private var ofEach: [[Duration]] = [[], []]

    mutating func add(_ waits: [Duration]) {
      for (number, wait) in waits.enumerated() { ofEach[number].append(wait) }
    }

    /// The wait of a neighbour that one in ten exceeds, in microseconds.
    func high(of number: Int) -> Int {
      let waits = ofEach[number].sorted()
      return Int(waits[waits.count * 9 / 10] / .microseconds(1))
    }
  }
}
