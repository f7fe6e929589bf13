import OrderedCollections
import Pando
import Testing

@Suite("@Reducer enum", .timeLimit(.minutes(15)))
struct ReducerEnumTests {
  private func makeStore(
    isHosted: Bool, replacement: Destination.State? = nil
  ) -> StoreOf<Navigator> {
    Store(initialState: Navigator.State()) {
      Navigator(isHosted: isHosted, replacement: replacement)
    }
  }

  @Test(
    "the feature of the case runs, with the reducer that the case names", arguments: [false, true])
  func cases(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.present(.detail(Detail.State())))
    await store.send(.destination(.presented(.detail(.up)))).finish()
    #expect(store.state.destination == .detail(Detail.State(count: 1)))
    store.send(.present(.quick(Detail.State())))
    await store.send(.destination(.presented(.quick(.up)))).finish()
    #expect(store.state.destination?.quick?.count == 10)
  }

  @Test("another case is another feature: effects of the first end", arguments: [false, true])
  func changingCase(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.present(.detail(Detail.State())))
    let endless = store.send(.destination(.presented(.detail(.endless))))
    await store.send(.present(.quick(Detail.State()))).finish()
    await endless.finish()
    #expect(store.state.destination == .quick(Detail.State()))
  }

  @Test("an ephemeral case is over after its action, and no other is", arguments: [false, true])
  func ephemeral(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.present(.question(Question(title: "Sure?"))))
    await store.send(.destination(.presented(.question(.yes)))).finish()
    #expect(store.state.seen == ["yes to Sure?"])
    #expect(store.state.destination == nil)
    store.send(.present(.detail(Detail.State())))
    await withKnownIssue {
      await store.send(.destination(.presented(.question(.no)))).finish()
    } matching: {
      "\($0)".contains(#"A "Scope" at"#)
    }
    #expect(store.state.destination == .detail(Detail.State()))
  }

  @Test(
    "a case dismisses itself, and another case put in its place stays", arguments: [false, true])
  func dismissal(isHosted: Bool) async {
    for replacement in [nil, Destination.State.empty] {
      let store = makeStore(isHosted: isHosted, replacement: replacement)
      store.send(.present(.detail(Detail.State())))
      await store.send(.destination(.presented(.detail(.closeButtonTapped)))).finish()
      #expect(store.state.seen == ["dismissed"])
      #expect(store.state.destination == replacement)
    }
  }

  @Test("a stack of cases", arguments: [false, true])
  func stack(isHosted: Bool) async {
    let store = makeStore(isHosted: isHosted)
    store.send(.push(.detail(Detail.State())))
    store.send(.push(.quick(Detail.State())))
    await store.send(.path(.element(id: 1, action: .quick(.up)))).finish()
    await store.send(.path(.element(id: 0, action: .detail(.up)))).finish()
    #expect(store.state.path[id: 1, case: \.quick]?.count == 10)
    #expect(store.state.path[id: 0, case: \.detail]?.count == 1)
    await store.send(.path(.element(id: 1, action: .quick(.closeButtonTapped)))).finish()
    #expect(store.state.path.ids == [0])
  }

  @Test("store.case gives the store of the case, or its values", arguments: [false, true])
  func caseScope(isHosted: Bool) async throws {
    let store = makeStore(isHosted: isHosted)
    store.send(.present(.quick(Detail.State())))
    let destination = try #require(
      store.scope(state: \.destination, action: \.destination))
    guard case .quick(let quick) = destination.case else {
      Issue.record("another case")
      return
    }
    await quick.send(.up).finish()
    #expect(quick.state.count == 10)
    let detail = store.scope(state: \.destination?.quick, action: \.destination.quick)
    #expect(detail?.state.count == 10)
    store.send(.present(.help(topic: "aspen", page: 3)))
    guard case .help(topic: "aspen", page: 3) = destination.case else {
      Issue.record("another case")
      return
    }
    store.send(.present(.question(Question(title: "Sure?"))))
    guard case .question(Question(title: "Sure?")) = destination.case else {
      Issue.record("another case")
      return
    }
    // The first store keeps what it saw.
    #expect(quick.state.count == 10)
  }

  @Test("an enum of features holds another, and is conditional")
  func nesting() throws {
    let store = Store(initialState: Outer.State.nested(.detail(Detail.State()))) { Outer.body }
    store.send(.nested(.detail(.up)))
    #expect(store.state == .nested(.detail(Detail.State(count: 1))))
    let debug = Store(initialState: Outer.State.debug(Detail.State())) { Outer.body }
    guard case .debug(let detail) = debug.case else {
      Issue.record("another case")
      return
    }
    detail.send(.up)
    #expect(debug.state == .debug(Detail.State(count: 1)))
  }

  @Test("a derived state and action that are Codable have the coding of hosted features")
  func coding() throws {
    let types: [Any.Type] = [Destination.State.self, Destination.Action.self]
    #expect(types.allSatisfy { $0 is any WireCodable.Type })
    let state = Destination.State.help(topic: "aspen", page: 3)
    #expect(
      try WireDecoder.decode(Destination.State.self, from: WireEncoder.encode(state)) == state)
  }
}
