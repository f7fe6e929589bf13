import Pando
import Testing

@Suite("A body that an enum of features has of its own", .timeLimit(.minutes(15)))
struct OpaqueBodyTests {
  @Test("runs, when its type is opaque", arguments: [false, true])
  func opaque(isHosted: Bool) async {
    let store = Store(initialState: Frame.State()) { Frame(isHosted: isHosted) }
    await store.send(.poster(.presented(.paper(.tapped)))).finish()
    #expect(store.state.poster?.paper?.taps == 11)
    await store.send(.poster(.presented(.other(.tapped)))).finish()
    #expect(store.state.poster?.paper?.taps == 111)
    #expect(Poster.State.paper(Paper.State()).is(\.paper))
  }

  @Test("runs on a stack, and in another enum")
  func elsewhere() {
    var state = Poster.State.paper(Paper.State())
    _ = Poster.body.reduce(into: &state, action: .paper(.tapped))
    #expect(state.paper?.taps == 11)
    var album = Album.State.poster(.paper(Paper.State()))
    _ = Album.body.reduce(into: &album, action: .poster(.paper(.tapped)))
    #expect(album.poster?.paper?.taps == 11)
    let store = Store(initialState: Album.State.poster(.paper(Paper.State()))) { Album.body }
    switch store.case {
    case .poster(let poster):
      switch poster.case {
      case .paper(let paper), .other(let paper): paper.send(.tapped)
      }
    }
    #expect(store.withState { $0.poster?.paper?.taps } == 11)
  }

  @Test("runs, when its type has a name")
  func named() {
    var state = Leaflet.State.paper(Paper.State())
    _ = Leaflet.body.reduce(into: &state, action: .paper(.tapped))
    #expect(state.paper?.taps == 5)
    var spelled = Brochure.State.paper(Paper.State())
    _ = Brochure.body.reduce(into: &spelled, action: .paper(.tapped))
    #expect(spelled.paper?.taps == 7)
  }
}

@Reducer
private struct Paper {
  struct State: Codable, Equatable { var taps = 0 }
  enum Action: Codable, Equatable { case tapped }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer(state: .codable, .equatable, action: .codable, .equatable)
private enum Poster {
  case paper(Paper)
  case other(Paper)

  static var body: some ReducerOf<Self> {
    Scope(state: \.paper, action: \.paper) { Paper() }
    Reduce { state, action in
      if case .paper(var paper) = state {
        paper.taps += action.is(\.other) ? 100 : 10
        state = .paper(paper)
      }
      return .none
    }
  }
}

@Reducer
private enum Album {
  case poster(Poster.Body = Poster.body)
}

@Reducer
private enum Leaflet {
  case paper(Paper)

  typealias Body = Reduce<State, Action>
  static var body: Body {
    Reduce { state, _ in
      state = .paper(Paper.State(taps: 5))
      return .none
    }
  }
}

@Reducer
private enum Brochure {
  case paper(Paper)

  static var body: Reduce<State, Action> {
    Reduce { state, _ in
      state = .paper(Paper.State(taps: 7))
      return .none
    }
  }
}

@Reducer
private struct Frame {
  struct State: Equatable {
    @Presents var poster: Poster.State? = .paper(Paper.State())
  }
  enum Action { case poster(PresentationAction<Poster.Action>) }
  let isHosted: Bool

  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    if isHosted {
      EmptyReducer().ifLet(\.$poster, action: \.poster) { Poster.body.hosted() }
    } else {
      EmptyReducer().ifLet(\.$poster, action: \.poster)
    }
  }
}
