import Synchronization
import Testing

@testable import Pando

@Suite("Identities of effects on workers", .timeLimit(.minutes(15)))
struct HostedCancelIDTests {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable { var isRunning = false }
    enum Action: Codable, Sendable { case begin }

    let begin: @Sendable () -> Effect<Action>

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.isRunning = true
        return begin()
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action), cancel, cancelAll }

    let begin: @Sendable () -> Effect<Child.Action>
    let cancel: @Sendable () -> Effect<Action>

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) { Child(begin: begin).hosted() }
      Reduce { _, action in
        switch action {
        case .child: .none
        case .cancel: cancel()
        case .cancelAll: .cancel(id: "all")
        }
      }
    }
  }

  /// Returns whether an effect that runs on a worker under one identity is cancelled under another.
  private func cancels(
    _ run: any Hashable & Sendable, _ cancel: any Hashable & Sendable
  ) async -> Bool {
    let flag = Flag()
    let (starts, start) = AsyncStream<Void>.makeStream()
    let store = Store(initialState: Parent.State()) {
      Parent(
        begin: {
          .run { _ in
            await withTaskCancellationHandler {
              start.finish()
              let (forever, continuation) = AsyncStream<Never>.makeStream()
              for await _ in forever {}
              _ = continuation
            } onCancel: {
              flag.isSet.store(true, ordering: .sequentiallyConsistent)
            }
          }
          .cancellable(id: run)
          .cancellable(id: "all")
        },
        cancel: { Effect.cancel(id: cancel) })
    }
    let task = store.send(.child(.begin))
    for await _ in starts {}
    await store.send(.cancel).finish()
    let isCancelled = flag.isSet.load(ordering: .sequentiallyConsistent)
    store.send(.cancelAll)
    await task.finish()
    return isCancelled
  }

  private enum Plain: Hashable { case timer, other }
  private struct Reference: Hashable, Sendable { let id: ObjectIdentifier }

  @Test("of one name in two files are two")
  func files() async {
    #expect(await !cancels(FirstPrivateID.codable.base, SecondPrivateID.codable.base))
    #expect(await !cancels(FirstPrivateID.plain.base, SecondPrivateID.plain.base))
    #expect(await cancels(FirstPrivateID.codable.base, FirstPrivateID.codable.base))
  }

  @Test("that are cases without values cross, though they are not Codable")
  func plain() async {
    #expect(await cancels(Plain.timer, Plain.timer))
    #expect(await !cancels(Plain.timer, Plain.other))
  }

  @Test("that cannot cross are told once, by their type, and only where they would have to")
  func uncrossable() async {
    let id = Reference(id: ObjectIdentifier(Plain.self))
    let issues = await issues {
      #expect(await !cancels("timer", id))
      #expect(await !cancels(Plain.timer, id))
      #expect(await !cancels(id, id))
      #expect(await !cancels(id, id))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("HostedCancelIDTests.(private).Reference") == true)
    #expect(issues.first?.message.contains("Codable") == true)
  }
}
