/// The load of a worker.
package struct WorkerLoad: Hashable, Codable, Sendable {
  /// Hosted instances that live there.
  package var lanes: Int
  package var actionsPerSecond: Double
  /// The part of the processors that is busy, of those that it may use; nil where it does not say.
  package var processorThousandths: Int?
  /// The part of the memory that is taken, of that which it may use; nil where it does not say.
  package var memoryThousandths: Int?
  /// True while nobody new can connect to it; nil where it does not say.
  package var isAddressLost: Bool?
  /// The time of processors that its own process takes, in thousandths of one; nil where it does not say.
  package var processThousandths: Int?
  /// The memory of its own process; nil where it does not say.
  package var residentBytes: Int?
  /// The problems that it finds with itself; nil where it does not say.
  package var problems: [ProcessProblem]?
  /// The time of its wall clock, from 1970, where it sends this; nil where it does not say.
  package var wallMilliseconds: Int?
  /// The time by which that clock was ahead of its coordinator's when this came, as the coordinator notes it.
  package var clockAheadMilliseconds: Int?

  package init(
    lanes: Int, actionsPerSecond: Double, processorThousandths: Int? = nil,
    memoryThousandths: Int? = nil, processThousandths: Int? = nil, residentBytes: Int? = nil,
    clockAheadMilliseconds: Int? = nil
  ) {
    self.clockAheadMilliseconds = clockAheadMilliseconds
    self.processThousandths = processThousandths
    self.residentBytes = residentBytes
    self.lanes = lanes
    self.actionsPerSecond = actionsPerSecond
    self.processorThousandths = processorThousandths
    self.memoryThousandths = memoryThousandths
  }

  /// The same with numbers that can be summed up and multiplied, whatever a worker says.
  package var bounded: WorkerLoad {
    var load = self
    load.lanes = min(max(0, lanes), 1 << 30)
    // What is no number, and what is none any more, tells nothing.
    load.actionsPerSecond = actionsPerSecond.isFinite ? min(max(0, actionsPerSecond), 1e12) : 0
    load.processorThousandths = processorThousandths.map { min(max(0, $0), 1_000) }
    load.memoryThousandths = memoryThousandths.map { min(max(0, $0), 1_000) }
    load.processThousandths = processThousandths.map { min(max(0, $0), 1 << 24) }
    load.residentBytes = residentBytes.map { min(max(0, $0), 1 << 50) }
    load.problems = problems?.prefix(ProcessProblem.problemsAtMost).map(\.bounded)
    load.clockAheadMilliseconds = clockAheadMilliseconds.map { min(max(-(1 << 50), $0), 1 << 50) }
    return load
  }

  /// The same with the clocks compared, at the coordinator where it comes.
  package func received(atWallMilliseconds now: Int) -> WorkerLoad {
    var load = self
    load.wallMilliseconds = nil
    load.clockAheadMilliseconds = wallMilliseconds.flatMap { wall in
      let (ahead, isHuge) = wall.subtractingReportingOverflow(now)
      return isHuge ? nil : ahead
    }
    return load.bounded
  }

  package static let none = WorkerLoad(lanes: 0, actionsPerSecond: 0)

  /// From here on its processors count as saturated, or its memory as nearly gone.
  package static let strainThousandths = 950

  /// The difference of clocks that is told of.
  package static let clockMillisecondsApart = 5_000

  /// True if its clock and its coordinator's show different times.
  package var isClockApart: Bool {
    abs(clockAheadMilliseconds ?? 0) >= Self.clockMillisecondsApart
  }

  /// True if it takes new lanes last: its processors are saturated, or its memory is nearly gone.
  package var isStrained: Bool {
    (processorThousandths ?? 0) >= Self.strainThousandths
      || (memoryThousandths ?? 0) >= Self.strainThousandths
  }
}
