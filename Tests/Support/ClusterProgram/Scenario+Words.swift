import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import Synchronization

extension Scenario {
  /// Sends a hosted child, from a thread with a small stack, actions that no worker can reduce and that trap, sleep or lie
  /// when they are put into words, and in between others to another child. Prints what was told of them.
  ///
  /// - Parameters:
  ///   - seed: Chooses the actions; nil sends one of 64 MiB and one of 20,000 levels.
  static func words(onWorkers: Bool, seed: UInt64?) async {
    let store = Store(initialState: Maze.State(count: 4)) {
      Maze()
    } withDependencies: {
      $0.hosting = onWorkers ? .workers(1) : .inProcess
    }
    let events = store.hostingEvents
    let told = Task { await Told(events) }
    var (failureCount, others) = (0, 0)
    for step in seed.map({ riddles(seed: $0, withDeadly: onWorkers) }) ?? [.heavy, .deep] {
      failureCount += 1
      await step.fail(in: store)
      await send(.riddles(.element(id: 3, action: .up)), to: store)
      others += store.state.riddles[id: 3]?.count == others + 1 ? 1 : 0
    }
    await store.stop()
    let seen = await told.value
    print(
      """
      failures: \(failureCount)
      told: \(seen.failureCount)
      named: \(seen.namedCount)
      longest: \(seen.longest)
      others: \(others)
      asked: \(Oddity.tellings.load(ordering: .relaxed))
      """)
  }

  static func send(_ action: Maze.Action, to store: StoreOf<Maze>) async {
    let task = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: store.send(action)) }
      thread.stackSize = 512 << 10
      thread.start()
    }
    await task.finish()
  }

  // MARK: - Actions

  /// An action that no worker can reduce.
  enum Riddling {
    case action(id: Int, Riddle.Action)
    /// The child cannot be encoded while it has the oddity.
    case state(id: Int, Oddity)

    static var heavy: Riddling {
      .action(id: 1, .take(Oddity(.bytes(Array(repeating: 7, count: 64 << 20)), .traps)))
    }

    static var deep: Riddling { .action(id: 1, .take(Oddity(.deep(Chain.kept[5]), .traps))) }

    /// The same with a value that fails as it does, and has a small description.
    var plain: Riddling {
      switch self {
      case .action(let id, .wrap(_, let times)): .action(id: id, .wrap(inner: .small, times: times))
      case .action(let id, _): .action(id: id, .take(.small))
      case .state(let id, _): .state(id: id, .small)
      }
    }

    /// Returns when the action has failed, and the child can go on.
    func fail(in store: StoreOf<Maze>) async {
      switch self {
      case .action(let id, let action):
        await send(.riddles(.element(id: id, action: action)), to: store)
      case .state(let id, let oddity):
        await send(.afflict(id: id, oddity), to: store)
        await send(.riddles(.element(id: id, action: .up)), to: store)
        await send(.afflict(id: id, nil), to: store)
      }
    }
  }

  static func riddles(seed: UInt64, withDeadly: Bool) -> [Riddling] {
    var generator = SeededGenerator(seed: seed)
    return (1...320).map { number in
      let telling = Oddity.Telling.allCases.randomElement(using: &generator) ?? .traps
      let id = Int.random(in: 0..<3, using: &generator)
      // Each takes some workers, and the time to start others.
      if withDeadly, number % 100 == 0 {
        return .action(id: id, .take(Oddity(.deadly, telling)))
      }
      let content: Oddity.Content =
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .deep(Chain.kept[Int.random(in: 2...5, using: &generator)])
        case 1:
          .wide(
            Array(
              repeating: "wide", count: 1 << Int.random(in: 0..<16, using: &generator)))
        default: .loop(Loop(Int.random(in: 0..<50, using: &generator)))
        }
      let oddity = Oddity(content, telling)
      return switch Int.random(in: 0..<3, using: &generator) {
      case 0: .action(id: id, .take(oddity))
      case 1: .action(id: id, .wrap(inner: oddity, times: number))
      default: .state(id: id, oddity)
      }
    }
  }

  // MARK: - Events

  /// The failed actions that a store told of.
  struct Told: Sendable {
    private(set) var failureCount = 0
    private(set) var namedCount = 0
    private(set) var longest = 0

    init(_ events: HostingEvents) async {
      for await event in events {
        longest = max(longest, "\(event)".utf8.count)
        guard case .actionFailed(let children, let action, _) = event else { continue }
        failureCount += 1
        if children.count == 1, children[0].feature == "ClusterFeatures.Riddle",
          children[0].identities.count == 1,
          action.hasPrefix("Action.riddles(.element(id:, action: .")
        {
          namedCount += 1
        }
      }
    }
  }
}
