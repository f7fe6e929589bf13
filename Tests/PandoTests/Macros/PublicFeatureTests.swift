public import Pando
import Testing

@Suite("A public feature")
struct PublicFeatureTests {
  @Test("has a state and an action that a store takes, without a word of it")
  func sendable() {
    let store = Store(initialState: PublicParent.State()) { PublicParent() }
    store.send(.child(.tapped))
    store.send(.destination(.presented(.child(.tapped))))
    #expect(store.child.taps == 1)
    #expect(store.destination?.child?.taps == 1)
  }

  @Test("keeps what its state and its action say of themselves")
  func unchecked() {
    let store = Store(initialState: Explicit.State()) { Explicit() }
    store.send(.tapped)
    #expect(store.withState { $0.counter.count } == 1)
  }
}

/// A child that says nothing of `Sendable`.
@Reducer
public struct PublicChild: Sendable {
  /// The state.
  public struct State: Equatable { var taps = 0 }
  /// The actions.
  public enum Action { case tapped }
  /// Counts.
  public var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

/// A parent whose derived enum holds it.
@Reducer
public struct PublicParent {
  /// The enum.
  @Reducer
  public enum Destination { case child(PublicChild) }
  /// The state.
  @ObservableState
  public struct State {
    var child = PublicChild.State()
    @Presents var destination: Destination.State? = .child(PublicChild.State())
  }
  /// The actions.
  public enum Action {
    case child(PublicChild.Action)
    case destination(PresentationAction<Destination.Action>)
  }
  /// Runs both.
  public var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { PublicChild() }
      .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Explicit {
  final class Counter { var count = 0 }
  /// Not safe to send, as the compiler sees it.
  public struct State { let counter = Counter() }
  /// Safe to send.
  public enum Action: Sendable { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.counter.count += 1
      return .none
    }
  }
}

// Used by one store, in one test.
extension Explicit.State: @unchecked Sendable {}
