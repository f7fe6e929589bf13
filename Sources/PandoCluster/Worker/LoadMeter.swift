import PandoHosting
import Synchronization

/// The load of a worker between two looks.
final class LoadMeter: Sendable {
  fileprivate struct State {
    var last: (count: UInt64, milliseconds: Int)?
    var machine = MachineLoad()
    var process = ProcessLoad()
  }

  private let state = Mutex(State())

  /// Returns the load of this process and its machine.
  func load(lanes: Int, actionCount: UInt64, nowMilliseconds now: Int) -> WorkerLoad {
    state.withLock { state in
      var load = WorkerLoad(
        lanes: lanes, actionsPerSecond: state.perSecond(count: actionCount, nowMilliseconds: now),
        processThousandths: state.process.processorThousandths(atMilliseconds: now),
        residentBytes: ResidentMemory.bytes())
      state.addMachine(to: &load, now)
      return load
    }
  }

  /// Adds the load of the machine to that of a process which cannot look at it.
  func addMachine(to load: inout WorkerLoad, nowMilliseconds now: Int) {
    state.withLock { $0.addMachine(to: &load, now) }
  }
}

extension LoadMeter.State {
  fileprivate mutating func addMachine(to load: inout WorkerLoad, _ now: Int) {
    load.processorThousandths = machine.processorThousandths(atMilliseconds: now)
    load.memoryThousandths = machine.memoryThousandths()
  }

  fileprivate mutating func perSecond(count: UInt64, nowMilliseconds: Int) -> Double {
    defer { last = (count, nowMilliseconds) }
    guard let last, nowMilliseconds > last.milliseconds else { return 0 }
    return Double(count &- last.count) * 1_000 / Double(nowMilliseconds - last.milliseconds)
  }
}
