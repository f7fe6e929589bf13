import PandoHosting

/// The load of a worker between two looks.
actor LoadMeter {
  private var last: (count: UInt64, milliseconds: Int)?
  private var machine = MachineLoad()
  private var process = ProcessLoad()

  func load(lanes: Int, actionCount: UInt64, nowMilliseconds now: Int) -> WorkerLoad {
    WorkerLoad(
      lanes: lanes, actionsPerSecond: perSecond(count: actionCount, nowMilliseconds: now),
      processorThousandths: machine.processorThousandths(atMilliseconds: now),
      memoryThousandths: machine.memoryThousandths(),
      processThousandths: process.processorThousandths(atMilliseconds: now),
      residentBytes: ResidentMemory.bytes())
  }

  private func perSecond(count: UInt64, nowMilliseconds: Int) -> Double {
    defer { last = (count, nowMilliseconds) }
    guard let last, nowMilliseconds > last.milliseconds else { return 0 }
    return Double(count &- last.count) * 1_000 / Double(nowMilliseconds - last.milliseconds)
  }
}
