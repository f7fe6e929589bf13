import PandoTesting
import Ported
import Testing

@Suite("A feature that names animations")
struct PortedTests {
  @Test("sends the same actions without them")
  func actions() async {
    let clock = TestClock()
    let store = TestStore(initialState: Drawer.State()) {
      Drawer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.binding.isOpen, true) { $0.isOpen = true }
    await store.send(.view(.hintButtonTapped))
    await store.receive(\.hintChanged) { $0.hint = "Pull it up" }
    await clock.advance(by: .seconds(3))
    await store.receive(\.hintChanged) { $0.hint = "" }
    await store.send(.view(.closeButtonTapped))
    await store.receive(\.closed) { $0.isOpen = false }
  }

  @Test("has an alert whose button sends its action")
  func alert() async throws {
    let store = TestStore(initialState: Drawer.State()) { Drawer() }
    store.exhaustivity = .off
    await store.send(.view(.clearButtonTapped))
    let button = try #require(store.state.alert?.buttons.first)
    let action = try #require(button.withAction { $0 })
    await store.send(.alert(.presented(action))) {
      $0.alert = nil
      $0.notes = []
    }
    await store.receive(\.hintChanged) { $0.hint = "All gone" }
  }

  @Test("is shown by a screen that names them too")
  func screen() {
    let store = Store(initialState: Drawer.State()) { Drawer() }
    let screen = DrawerScreen(store: store)
    screen.pull()
    #expect(store.isOpen)
    screen.push()
    #expect(!store.isOpen)
    screen.pull()
    screen.tapClose()
    #expect(!store.isOpen)
    store.send(.hintChanged("Pull it up"))
    screen.dropHint()
    #expect(store.hint.isEmpty)
  }
}
