import PandoTesting
import Synchronization

/// A feature that remembers outside of its state, in something that its dependencies hold: right for as
/// long as every action is reduced once.
@Reducer
struct Remembering {
  struct State: Codable, Equatable, Sendable {
    var total = 0
    var answers: [Int] = []
  }

  enum Action: Codable, Sendable { case add(Int), idle, ask, answer(Int) }

  @Dependency(Memory.self) var memory

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number): state.total += memory.isNew(number) ? number : 0
      case .idle: break
      case .ask:
        let count = memory.count()
        return .run { send in await send(.answer(count)) }
      case .answer(let number): state.answers.append(number)
      }
      return .none
    }
  }
}

final class Memory: DependencyKey, Sendable {
  private let seen = Mutex<Set<Int>>([])
  private let counted = Mutex(0)

  static var liveValue: Memory { Memory() }
  static var testValue: Memory { Memory() }

  func isNew(_ number: Int) -> Bool { seen.withLock { $0.insert(number).inserted } }

  func count() -> Int {
    counted.withLock { count in
      count += 1
      return count
    }
  }
}

/// A feature with an effect that never waits.
@Reducer
struct Restless {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Sendable { case spin, add }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .spin: return .run { _ in while !Task.isCancelled { await Task.yield() } }
      case .add: state.count += 1
      }
      return .none
    }
  }
}
