import PandoHosting

/// Judges the processor time of a worker in a sandbox by what it reports, as the process does that started it for others.
///
/// What it has used is looked at before it is asked, and judged by steps that it has counted since: so none that it made
/// in that time is overlooked. Pure: `used` is in microseconds, `now` in milliseconds of the machine's monotonic clock.
struct ConfinedMeter {
  private let limit: Int
  private var meter: ProcessorMeter
  /// The time that it had used when it was asked; nil while that was judged.
  private var asked: (used: Int, now: Int)?
  private var steps: ConfinedReport.Steps?
  private var stepCount: UInt64 = 0

  /// The time after which a worker that does not answer and uses its processor is judged without an answer.
  static let silenceMilliseconds = 10_000

  init(limit: Int) {
    self.limit = limit
    meter = ProcessorMeter(limit: limit)
  }

  /// The worker is asked. Returns the time that it took without an answer, where that is too much.
  mutating func ask(used: Int, now: Int) -> Int? {
    guard let asked else {
      self.asked = (used, now)
      return nil
    }
    guard now - asked.now > Self.silenceMilliseconds, used - asked.used > limit else { return nil }
    return used - asked.used
  }

  /// The worker has answered. Returns the time that an action or effect has taken, where that is too much.
  mutating func hear(_ report: ConfinedReport, used: Int) -> Int? {
    guard let asked, report.countedAt >= asked.now else { return nil }
    self.asked = nil
    let isStep = report.steps != steps || !report.isWorking
    steps = report.steps
    if isStep { stepCount += 1 }
    return meter.look(
      used: isStep ? used : asked.used, stepCount: stepCount, now: asked.now * 1_000)
  }
}
