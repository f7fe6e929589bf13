import Pando

/// A line for each worker: its process, its children, its speed.
struct WorkersView: StoreView {
  let store: Store<DemoView, Screen.Action>
  let width: Int

  var body: ScreenLines {
    WithViewStore(store, observe: \.workers) { workers in
      let fastest = workers.state.map(\.actionsPerSecond).max() ?? 0
      for worker in workers.state { line(worker, fastest: fastest) }
    }
  }

  private func line(_ worker: DemoView.Worker, fastest: Double) -> ScreenLines {
    let process = worker.processID.map { "process \($0)" } ?? "starting"
    let rate = Int(worker.actionsPerSecond.rounded()).grouped
    let text =
      worker.name.fitted(to: ProgressBar.nameWidth) + process.fitted(to: 16)
      + plural(worker.childCount, "child", "children").right(in: 11)
      + rate.right(in: 8) + " actions/s "
    let bar = ProgressBar.text(
      fastest > 0 ? worker.actionsPerSecond / fastest : 0, width: width - text.count)
    return ScreenLines(text + bar)
  }
}
