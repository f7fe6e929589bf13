import Pando

/// All that the terminal shows.
struct ScreenView: StoreView {
  let store: StoreOf<Screen>

  var body: ScreenLines {
    WithViewStore(store, observe: ScreenLayout.init) { layout in
      if let layout = layout.state {
        IfLetStore(store.scope(state: \.view, action: \.self)) { view in
          parts(view, layout).fitted(to: layout.size)
        }
      }
    }
  }

  @ContentBuilder<ScreenLines>
  private func parts(_ view: Store<DemoView, Screen.Action>, _ layout: ScreenLayout) -> ScreenLines
  {
    HeadView(store: view, width: layout.size.width)
    WorkersView(store: view, width: layout.size.width)
    if layout.shardCount + layout.hiddenShardCount > 0 {
      ShardsView(store: view, layout: layout)
      TotalsView(store: view, width: layout.size.width)
    }
    if layout.eventCount > 0 { EventsView(store: store, count: layout.eventCount) }
  }
}
