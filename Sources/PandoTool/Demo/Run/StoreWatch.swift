import Pando

/// Shows how a store gets on, ten times a second until its task is cancelled, and then once more.
struct StoreWatch: Sendable {
  let store: StoreOf<WordCount>
  let output: any DemoOutput
  let directory: DemoDirectory
  let total: Stopwatch
  let title: String
  /// Looks how far the store is.
  let look: @Sendable () -> (progress: CountProgress, tickCount: Int)

  private struct WorkerKey: Hashable, Sendable {
    let name: String
    let processID: Int32?
  }

  private struct Memory {
    var workerRates = RateMeter<WorkerKey>()
    var rates = RateMeter<Int>()
    var seen: Set<WorkerKey> = []
  }

  func run() async {
    var memory = Memory()
    while !Task.isCancelled {
      show(&memory)
      try? await Task.sleep(for: .milliseconds(100))
    }
    show(&memory)
  }

  private func show(_ memory: inout Memory) {
    let (progress, tickCount) = look()
    let seconds = total.seconds
    var view = DemoView(
      title: title, directory: directory.description, seconds: seconds, progress: progress,
      tickCount: tickCount)
    view.actionsPerSecond = memory.rates.rate(
      of: 0, count: UInt64(progress.actionCount), at: seconds)
    for worker in store.workers {
      let key = WorkerKey(name: worker.name, processID: worker.processID)
      view.workers.append(
        DemoView.Worker(
          name: worker.name, processID: worker.processID, childCount: worker.childCount,
          actionsPerSecond: memory.workerRates.rate(
            of: key, count: worker.commitCount, at: seconds)))
      if let processID = worker.processID, memory.seen.insert(key).inserted {
        output.event("\(worker.name) is process \(processID)")
      }
    }
    output.show(view)
  }
}
