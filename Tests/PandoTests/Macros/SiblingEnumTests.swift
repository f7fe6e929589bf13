import Pando
import Testing

@Suite("Enums of features")
struct SiblingEnumTests {
  @Test("are declared side by side in one file, as many as there are")
  func siblings() {
    #expect(First.State.leaf(Leaf.State()) == .leaf(Leaf.State()))
    #expect(Second.State.leaf(Leaf.State()).leaf == Leaf.State())
    #expect(Third.State.leaf(Leaf.State()).is(\.leaf))
    #expect(Fourth.State.help(3).is(\.help))
  }

  @Test("are nested in a private feature whose state is equatable", arguments: [false, true])
  func nested(isFileprivate: Bool) {
    if isFileprivate {
      let store = Store(initialState: FileprivateParent.State()) { FileprivateParent() }
      store.send(.show)
      store.send(.destination(.presented(.leaf(.tapped))))
      #expect(store.state.destination?.leaf?.taps == 1)
    } else {
      let store = Store(initialState: PrivateParent.State()) { PrivateParent() }
      store.send(.show)
      store.send(.destination(.presented(.leaf(.tapped))))
      #expect(store.state.destination?.leaf?.taps == 1)
    }
  }
}

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Codable, Equatable { var taps = 0 }
  enum Action: Codable, Equatable { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer(state: .equatable)
private enum First { case leaf(Leaf) }
@Reducer(state: .codable, .equatable, action: .codable, .equatable)
private enum Second { case leaf(Leaf), other(Leaf) }
@Reducer
private enum Third { case leaf(Leaf), alert(AlertState<Int>) }
@Reducer
private enum Fourth {
  case leaf(Leaf)
  @ReducerCaseIgnored
  case help(Int)
}

@Reducer
private struct PrivateParent {
  @Reducer
  enum Destination { case leaf(Leaf), alert(AlertState<Int>) }
  @ObservableState
  struct State: Equatable { @Presents var destination: Destination.State? }
  enum Action {
    case show
    case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show = action { state.destination = .leaf(Leaf.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension PrivateParent.Destination.State: Equatable {}

@Reducer
fileprivate struct FileprivateParent {
  @Reducer(state: .equatable)
  enum Destination { case leaf(Leaf), alert(AlertState<Int>) }
  @ObservableState
  struct State: Equatable { @Presents var destination: Destination.State? }
  enum Action {
    case show
    case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show = action { state.destination = .leaf(Leaf.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
