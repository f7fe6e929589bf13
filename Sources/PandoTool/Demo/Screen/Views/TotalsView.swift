import Pando

/// The counts of all shards together.
struct TotalsView: StoreView {
  static let height = 2

  let store: Store<DemoView, Screen.Action>
  let width: Int

  var body: ScreenLines {
    WithViewStore(store, observe: { $0 }) { view in
      let counts = view.progress.counts
      ScreenLines(
        ProgressBar.line(
          "all files", counts.settledFiles, of: view.progress.fileCount, width: width))
      ScreenLines(
        "\(plural(counts.words, "word")), \(plural(counts.lines, "line")), "
          + "\(plural(counts.bytes, "byte")), \(plural(view.progress.actionCount, "action")), "
          + "\(Int(view.actionsPerSecond.rounded()).grouped) actions/s"
          + (view.tickCount > 0 ? ", \(plural(view.tickCount, "tick"))" : ""))
    }
  }
}
