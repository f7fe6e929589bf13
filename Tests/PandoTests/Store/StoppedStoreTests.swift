import Pando
import Testing

@Suite("A stopped store")
struct StoppedStoreTests {
  @Test("drops what is sent, also where nothing is hosted")
  func drops() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    store.send(1)
    await store.stop()
    await store.send(10).finish()
    #expect(store.state == 1)
  }
}
