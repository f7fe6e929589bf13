import Pando

/// The last things that happened.
struct EventsView: StoreView {
  let store: StoreOf<Screen>
  let count: Int

  var body: ScreenLines {
    WithViewStore(store, observe: { [count] in Array($0.events.suffix(count)) }) { events in
      ScreenLines("")
      ScreenLines(events.state.map(\.line))
    }
  }
}
