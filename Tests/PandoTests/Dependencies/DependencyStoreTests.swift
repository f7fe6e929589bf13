import Pando
import Testing

@Suite("Dependencies of a store")
struct DependencyStoreTests {
  @Reducer
  struct Reader {
    struct State: Codable, Equatable, Sendable {
      var seen: [String] = []
    }

    enum Action: Codable, Sendable {
      case read, readLater, note(String)
    }

    @Dependency(\.origin) var origin
    @Dependency(\.counted) var counted

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .read: state.seen.append("\(origin) \(counted)")
        case .readLater:
          return .run { send in
            @Dependency(\.origin) var origin
            @Dependency(\.counted) var counted
            await send(.note("\(origin) \(counted)"))
          }
        case .note(let text): state.seen.append(text)
        }
        return .none
      }
    }
  }

  @Reducer
  struct Family {
    struct State: Sendable {
      var child: Reader.State? = Reader.State()
    }

    enum Action: Sendable {
      case child(Reader.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.child, action: \.child) { Reader().hosted() }
    }
  }

  @Test("reducers and effects read the overrides and the context", arguments: [false, true])
  func context(isOverridden: Bool) async {
    let store = Store(initialState: Reader.State()) {
      Reader()
    } withDependencies: {
      if isOverridden { $0.origin = "mine" } else { $0.context = .live }
    }
    store.send(.read)
    await store.send(.readLater).finish()
    let counted = isOverridden ? DependencyValues().counted : liveCounted
    let expected = "\(isOverridden ? "mine" : "live") \(counted)"
    #expect(store.state.seen == [expected, expected])
  }

  private var liveCounted: Int {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.counted) var counted
      return counted
    }
  }

  @Test("a hosted feature in this process reads them too, and the same values of keys")
  func hosted() async {
    let store = Store(initialState: Family.State()) {
      Family()
    } withDependencies: {
      $0.origin = "hosted"
    }
    let expected = "hosted \(DependencyValues().counted)"
    await store.send(.child(.read)).finish()
    await store.send(.child(.readLater)).finish()
    #expect(store.state.child?.seen == [expected, expected])
  }

  @Test("a store reads what it was made with, whoever sends")
  func sender() {
    let store = Store(initialState: Reader.State()) { Reader() }
    withDependencies {
      $0.origin = "of the sender"
      $0.counted = 0
    } operation: {
      _ = store.send(.read)
    }
    #expect(store.state.seen == ["test \(DependencyValues().counted)"])
  }
}
