import Foundation
import Pando
import Testing

/// Tests that an operator's override is for the reducer that it is applied to, and for nobody else.
@Suite("dependency(_:_:) around a child")
struct DependencyLayerLeakTests {
  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable {
      var year = 0
    }

    enum Action: Codable, Equatable, Sendable { case start, done }

    @Dependency(\.date.now) var now

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .start: return .run { send in await send(.done) }
        case .done:
          state.year = year(now)
          return .none
        }
      }
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var child: Child.State? = Child.State()
      var year = 0
      var yearOfEffect = 0
    }

    enum Action: Sendable { case child(Child.Action), effectRead(Int) }

    @Dependency(\.date.now) var now
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .child(.done):
          state.year = year(now)
          return .run { send in
            @Dependency(\.date.now) var now
            await send(.effectRead(year(now)))
          }
        case .effectRead(let year): state.yearOfEffect = year
        case .child: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) {
        if isHosted { Wrapped().hosted() } else { Wrapped() }
      }
    }
  }

  @Reducer
  struct Wrapped {
    typealias State = Child.State
    typealias Action = Child.Action

    var body: some ReducerOf<Self> {
      Child().dependency(\.date, .constant(Date(timeIntervalSince1970: 0)))
    }
  }

  @Test(
    "is not read by its parent, nor by effects that the parent starts", arguments: [false, true])
  func staysInside(isHosted: Bool) async {
    let store = Store(initialState: Parent.State()) {
      Parent(isHosted: isHosted)
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 1_000_000_000))
      $0.hosting = .inProcess
    }
    await store.send(.child(.start)).finish()
    #expect(store.state.child?.year == 1970)
    #expect(store.state.year == 2001)
    #expect(store.state.yearOfEffect == 2001)
  }
}

private func year(_ date: Date) -> Int {
  1970 + Int(date.timeIntervalSince1970 / (365.25 * 24 * 60 * 60))
}
