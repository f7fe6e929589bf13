import Pando

/// A bar for each shard that there is room for.
struct ShardsView: StoreView {
  let store: Store<DemoView, Screen.Action>
  let layout: ScreenLayout

  var body: ScreenLines {
    WithViewStore(store, observe: \.progress.shards) { shards in
      ScreenLines("")
      for shard in shards.state.prefix(layout.shardCount) {
        ScreenLines(
          ProgressBar.line(
            "shard \(shard.id)", shard.settledFiles, of: shard.fileCount,
            note: shard.interruptionCount > 0 ? ", re-hosted" : "", width: layout.size.width))
      }
      if layout.hiddenShardCount > 0 {
        ScreenLines("and \(plural(layout.hiddenShardCount, "more shard"))")
      }
    }
  }
}
