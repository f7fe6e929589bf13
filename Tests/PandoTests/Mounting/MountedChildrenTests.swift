import Testing

@testable import Pando

@Suite("A hosted child's own children that mount", .timeLimit(.minutes(15)))
struct MountedChildrenTests {
  @Test("leave nothing in the store once they have gone", arguments: [false, true])
  func leaveNothing(isHosted: Bool) async {
    let engine = StoreEngine(
      initialState: { Harbour.State() }, reducer: { Harbour(isHosted: isHosted) },
      dependencies: .current)
    let store = Store(engine: engine)
    store.send(.launch(1))
    for _ in 0..<5 {
      store.send(.flagship(.board))
      await eventually { store.state.flagship?.pilot?.isMounted == true }
      store.send(.flagship(.leave))
      await eventually { store.state.flagship?.pilot == nil && count(engine) <= 1 }
      #expect(count(engine) <= 1)
    }
    store.send(.sink)
    await eventually { count(engine) == 0 }
    #expect(count(engine) == 0)
    await store.stop()
  }

  /// The number of children that the store keeps something about.
  private func count(_ engine: StoreEngine<Harbour.State, Harbour.Action>) -> Int {
    engine.withState { _ in
      var count = 0
      engine.tree.forEachDescendant { _ in count += 1 }
      return count
    }
  }
}
