import Foundation
import Pando
import Testing

@Suite("State with properties inside '#if'")
struct ConditionalStateTests {
  @Reducer
  struct Feature {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var always = 1
      #if os(Linux)
        var here = 2
        @Presents var sheet: Sheet?
        @ObservationStateIgnored var ignored = 4
      #else
        var elsewhere = 3
      #endif
      #if os(Windows)
        var never: Never
      #endif
      #if os(Linux)
        var here2 = 5
      #endif
    }

    struct Sheet: Codable, Equatable, Sendable { var value = 1 }

    enum Action: Codable, Sendable { case always, here }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .always: state.always += 1
        case .here: state.here += 1
        }
        return .none
      }
    }
  }

  /// Not observed.
  @Reducer
  struct Presenter {
    struct State {
      #if os(Linux)
        @Presents var child: Feature.State?
      #endif
    }

    enum Action { case child(PresentationAction<Feature.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$child, action: \.child) { Feature().hosted() }
    }
  }

  @Test("is observed by each of them")
  func observation() {
    let store = Store(initialState: Feature.State()) { Feature() }
    let always = Watch { store.always }
    let here = Watch { store.here }
    store.send(.here)
    #expect([always, here].map { $0.takeCount() } == [0, 1])
    store.send(.always)
    #expect([always, here].map { $0.takeCount() } == [1, 0])
  }

  @Test("is coded and shown with each of them")
  func coding() throws {
    let state = Feature.State(here: 7, sheet: Feature.Sheet(), here2: 9)
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(Feature.State.self, from: data) == state)
    let names = Mirror(reflecting: state).children.compactMap(\.label)
    #expect(names == ["always", "here", "_sheet", "ignored", "here2"])
  }

  @Test("is that of a hosted feature")
  func hosted() async {
    let store = Store(initialState: Presenter.State(child: Feature.State())) { Presenter() }
    await store.send(.child(.presented(.here))).finish()
    #expect(store.withState { $0.child?.here } == 3)
    await store.stop()
  }
}
