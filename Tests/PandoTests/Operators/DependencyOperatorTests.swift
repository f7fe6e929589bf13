import Pando
import Testing

@Suite("The dependency operators and isPresented", .timeLimit(.minutes(15)))
struct DependencyOperatorTests {
  struct Flavor: DependencyKey, Equatable {
    var name = "plain"
    var size = 1
    static let liveValue = Flavor()
    static let testValue = Flavor()
  }

  /// Notes what it reads: by its property and by a read of its own, in its reducer and in an effect.
  @Reducer
  struct Reader {
    struct State: Codable, Equatable, Identifiable, Sendable {
      var id = 1
      var notes: [String] = []
      var inner: Inner.State = Inner.State()
    }

    enum Action: Codable, Sendable { case read, noted(String), inner(Inner.Action) }

    @Dependency(Flavor.self) var flavor
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Scope(state: \.inner, action: \.inner) { Inner() }
      Reduce { state, action in
        switch action {
        case .read:
          state.notes.append("reducer \(flavor.name) \(flavor.size) \(isPresented)")
          return .run { send in
            @Dependency(Flavor.self) var own
            @Dependency(\.isPresented) var ownIsPresented
            await send(.noted("effect \(flavor.name) \(flavor.size) \(isPresented)"))
            await send(.noted("own \(own.name) \(own.size) \(ownIsPresented)"))
          }
        case .noted(let note): state.notes.append(note)
        case .inner: break
        }
        return .none
      }
    }
  }

  @Reducer
  struct Inner {
    struct State: Codable, Equatable, Sendable { var note = "" }
    enum Action: Codable, Sendable { case read }

    @Dependency(Flavor.self) var flavor
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.note = "\(flavor.name) \(flavor.size) \(isPresented)"
        return .none
      }
    }
  }

  private func notes(_ flavor: String, isPresented: Bool = false) -> [String] {
    ["reducer", "effect", "own"].map { "\($0) \(flavor) \(isPresented)" }
  }

  private func expect<R: Reducer<Reader.State, Reader.Action>>(
    _ flavor: String, isPresented: Bool = false,
    @ReducerBuilder<Reader.State, Reader.Action> of reducer: () -> R
  ) async {
    let store = Store(initialState: Reader.State(), reducer: reducer)
    await store.send(.read).finish()
    #expect(store.state.notes == notes(flavor, isPresented: isPresented))
    await store.send(.inner(.read)).finish()
    #expect(store.state.inner.note == "\(flavor) \(isPresented)")
  }

  @Test("nothing is overridden without them")
  func plain() async {
    await expect("plain 1") { Reader() }
  }

  @Test("a dependency is overridden for the reducer, its effects and what is inside")
  func overriding() async {
    await expect("sweet 2") { Reader().dependency(Flavor(name: "sweet", size: 2)) }
    await expect("plain 1", isPresented: true) { Reader().dependency(\.isPresented, true) }
    await expect("salty 3") {
      Reader().transformDependency(\.self) { $0[Flavor.self] = Flavor(name: "salty", size: 3) }
    }
    await expect("plain 1") { Reader().transformDependency(\.context) { _ in } }
  }

  @Test("of two around each other the inner one counts, and transforms the outer one's")
  func nesting() async {
    await expect("inner 7") {
      Reader()
        .dependency(Flavor(name: "inner", size: 7))
        .dependency(Flavor(name: "outer", size: 1))
    }
    await expect("outer 14") {
      Reader()
        .transformDependency(\.[flavor: 0]) { $0.size *= 2 }
        .dependency(Flavor(name: "outer", size: 7))
    }
  }

  @Reducer
  struct Parent {
    struct State: Sendable {
      var always = Reader.State()
      @Presents var sheet: Reader.State?
      var path = StackState<Reader.State>()
    }

    enum Action: Sendable {
      case always(Reader.Action)
      case sheet(PresentationAction<Reader.Action>)
      case path(StackActionOf<Reader>)
      case present
    }

    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.always, action: \.always) { reader }
      Reduce { state, action in
        if case .present = action {
          state.sheet = Reader.State(id: 2)
          state.path.append(Reader.State(id: 3))
        }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { reader }
      .forEach(\.path, action: \.path) { reader }
    }

    @ReducerBuilder<Reader.State, Reader.Action>
    private var reader: some ReducerOf<Reader> {
      if isHosted {
        Reader().dependency(Flavor(name: "inside")).hosted()
      } else {
        Reader().dependency(Flavor(name: "inside"))
      }
    }
  }

  @Test("a presented or pushed feature knows that it is, and no other", arguments: [false, true])
  func isPresented(isHosted: Bool) async {
    let store = Store(initialState: Parent.State()) { Parent(isHosted: isHosted) }
    store.send(.present)
    await store.send(.always(.read)).finish()
    await store.send(.sheet(.presented(.read))).finish()
    await store.send(.path(.element(id: 0, action: .read))).finish()
    await store.send(.always(.inner(.read))).finish()
    await store.send(.sheet(.presented(.inner(.read)))).finish()
    await store.send(.path(.element(id: 0, action: .inner(.read)))).finish()
    #expect(store.state.always.notes == notes("inside 1"))
    #expect(store.state.always.inner.note == "inside 1 false")
    for reader in [store.state.sheet, store.state.path[id: 0]] {
      #expect(reader?.notes == notes("inside 1", isPresented: true))
      #expect(reader?.inner.note == "inside 1 true")
    }
  }

  @Reducer
  struct Outside {
    struct State: Sendable { var reader = Reader.State() }
    enum Action: Sendable { case reader(Reader.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.reader, action: \.reader) { Reader().hosted() }
    }
  }

  @Test("an operator around hosted features does not reach their worker")
  func outsideOfHosting() async {
    let store = Store(initialState: Outside.State()) {
      Outside().dependency(Flavor(name: "outside"))
    }
    await store.send(.reader(.inner(.read))).finish()
    #expect(store.state.reader.inner.note == "plain 1 false")
  }
}

extension DependencyOperatorTests {
  @Reducer
  struct Doll {
    struct State: Codable, Equatable, Sendable {
      @Presents var inner: Doll.State?
      var note = ""
    }

    enum Action: Codable, Sendable {
      case open, read
      indirect case inner(PresentationAction<Doll.Action>)
    }

    @Dependency(Flavor.self) var flavor
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .open: state.inner = Doll.State()
        case .read: state.note = "\(flavor.name) \(flavor.size) \(isPresented)"
        case .inner: break
        }
        return .none
      }
      .ifLet(\.$inner, action: \.inner) { Doll() }
    }
  }

  @Test("a feature inside itself reads what its store and the operators around it say")
  func recursion() {
    let store = Store(initialState: Doll.State()) {
      Doll().transformDependency(\.[flavor: 0]) { $0.size = 5 }
    } withDependencies: {
      $0[Flavor.self] = Flavor(name: "chosen")
    }
    store.send(.open)
    store.send(.inner(.presented(.open)))
    store.send(.read)
    store.send(.inner(.presented(.read)))
    withDependencies {
      $0[Flavor.self] = Flavor(name: "the sender's")
    } operation: {
      _ = store.send(.inner(.presented(.inner(.presented(.read)))))
    }
    #expect(store.state.note == "chosen 5 false")
    #expect(store.state.inner?.note == "chosen 5 true")
    #expect(store.state.inner?.inner?.note == "chosen 5 true")
  }
}

extension DependencyValues {
  fileprivate subscript(flavor flavor: Int) -> DependencyOperatorTests.Flavor {
    get { self[DependencyOperatorTests.Flavor.self] }
    set { self[DependencyOperatorTests.Flavor.self] = newValue }
  }
}
