import Pando
import Synchronization
import Testing

@Suite("An effect's send that outlives it", .timeLimit(.minutes(15)))
struct LateSendTests {
  private func store(_ kept: KeptSend, isHosted: Bool) -> StoreOf<Keeper> {
    Store(initialState: Keeper.State()) {
      Scope(state: \.self, action: \.self) {
        if isHosted { Keeper().hosted() } else { Keeper() }
      }
    } withDependencies: {
      $0.keptSend = kept
      $0.continuousClock = ImmediateClock()
    }
  }

  @Test("drops the action, and reports it where the effect was made", arguments: [false, true])
  func late(isHosted: Bool) async throws {
    let kept = KeptSend()
    let store = store(kept, isHosted: isHosted)
    await store.send(.keep).finish()
    let send = try #require(kept.take())
    let reported = await issues { await send(.add) }
    #expect(store.state.count == 0)
    #expect(reported.count == 1)
    let issue = try #require(reported.first)
    #expect(issue.message.hasPrefix("An action was sent from a completed effect:"))
    #expect(issue.message.contains("LateSendTests.swift:\(Keeper.line)"))
    #expect(issue.line == Keeper.line)
  }

  @Test(
    "reports it where the effect was made that is held up",
    arguments: [Keeper.Action.keepDebounced, .keepThrottled, .keepBehind])
  func heldUp(action: Keeper.Action) async throws {
    let kept = KeptSend()
    let store = store(kept, isHosted: false)
    await store.send(action).finish()
    let send = try #require(kept.take())
    let reported = await issues { await send(.add) }
    #expect(reported.map(\.line) == [Keeper.line])
    #expect(reported.first?.message.contains("LateSendTests.swift:\(Keeper.line)") == true)
  }

  @Test(
    "says nothing where the store has stopped, or the task was cancelled", arguments: [false, true])
  func over(isHosted: Bool) async throws {
    let kept = KeptSend()
    let store = store(kept, isHosted: isHosted)
    await store.send(.keep).finish()
    let send = try #require(kept.take())
    let reported = await issues {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await send(.add)
      }
      await task.value
      await store.stop()
      await send(.add)
    }
    #expect(reported.isEmpty)
  }
}

/// Keeps what an effect sends with.
final class KeptSend: TestDependencyKey, Sendable {
  private let kept = Mutex<Send<Keeper.Action>?>(nil)

  static let testValue = KeptSend()

  func keep(_ send: Send<Keeper.Action>) { kept.withLock { $0 = send } }

  func take() -> Send<Keeper.Action>? { kept.withLock { $0 } }
}

extension DependencyValues {
  var keptSend: KeptSend {
    get { self[KeptSend.self] }
    set { self[KeptSend.self] = newValue }
  }
}

@Reducer
struct Keeper {
  struct State: Codable, Equatable, Sendable { var count = 0 }
  enum Action: Codable, Equatable, Sendable {
    case keep, keepDebounced, keepThrottled, keepBehind, add
  }

  static let line: UInt = #line + 2
  private var keep: EffectOf<Self> {
    .run { send in
      @Dependency(\.keptSend) var kept
      kept.keep(send)
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .keep: return keep
      case .keepDebounced: return keep.debounce(id: "keep", for: .seconds(1))
      case .keepThrottled: return keep.throttle(id: "keep", for: .seconds(1), latest: true)
      case .keepBehind: return .concatenate(keep, keep)
      case .add:
        state.count += 1
        return .none
      }
    }
  }
}
