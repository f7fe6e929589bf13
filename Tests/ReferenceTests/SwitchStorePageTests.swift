import Observation
import Pando
import Testing

/// The samples of the page on `SwitchStore`, in their order.
@Suite("Page: SwitchStore")
struct SwitchStorePageTests {
  private func expectScreens(_ show: (StoreOf<AppFeature>) -> Page) {
    let store = Store(initialState: AppFeature.State.home) { AppFeature() }
    #expect(show(store) == Page("home"))
    store.send(.tabSelected(.detail(Detail.State(description: "of a leaf"))))
    #expect(show(store) == Page("detail: of a leaf"))
    store.send(.detail(.descriptionChanged("of a tree")))
    #expect(show(store) == Page("detail: of a tree"))
    store.send(.tabSelected(.settings(Settings.State())))
    store.send(.settings(.toggled))
    #expect(show(store) == Page("loud"))
  }

  @Test("Legacy usage: SwitchStore and CaseLet show the case that there is")
  func legacyUsage() {
    expectScreens { LegacyAppView(store: $0).body }
  }

  @Test("Usage: switch store.state, with scope for the store of a case")
  func nativeSwitch() {
    expectScreens { AppView(store: $0).body }
  }

  @Test("Working with optional state: a sheet's store is scoped through the destination")
  func optionalState() {
    let store = Store(initialState: WithDestination.State()) { WithDestination() }
    #expect(store.scope(state: \.destination?.detail, action: \.destination.detail) == nil)
    store.send(.detailTapped)
    let detail = store.scope(state: \.destination?.detail, action: \.destination.detail)
    #expect(detail?.state.description == "of a leaf")
    detail?.send(.descriptionChanged("of a tree"))
    #expect(store.destination?.detail?.description == "of a tree")
  }
}
