import Pando

extension [HostingSchedule] {
  /// Random schedules: deaths, delays and cut-offs of workers, with actions that come one by one or
  /// many at once. The first has no failures.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - seed: The same seed gives the same schedules on every machine; nil takes a new one.
  ///   - workers: How many workers take turns in hosting features.
  ///   - restarts: True if the store ends too, and goes on with what a journal would have.
  public static func random(
    _ count: Int = 20, seed: UInt64? = nil, workers: Int = 2, restarts: Bool = false
  ) -> [HostingSchedule] {
    precondition(count > 0, "a check needs at least one schedule")
    let seed = seed ?? .random(in: 0...9_999_999)
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      let schedule =
        number == 0
        ? HostingSchedule(FaultPlan([:], workers: workers))
        : HostingSchedule(
          RandomFaults(seed: generator.next(), workers: workers, restarts: restarts))
      let argument = restarts ? ", restarts: true" : ""
      return schedule.made(by: ".random(\(count), seed: \(seed), workers: \(workers)\(argument))")
    }
  }
}

/// The failures of a random schedule, as a list that can be shrunk and printed.
struct RandomFaults {
  private(set) var faults: [Int: HostingFault] = [:]
  private(set) var losesEffects = false
  private(set) var pace = HostingSchedule.Pace.settled
  private(set) var restarts: Set<Int> = []
  let workers: Int

  /// Runs rarely take more steps.
  private static let steps = 1...200
  /// One step in so many brings a failure.
  private static let stepsBetweenFaults = 4
  private static let delaySteps = 1...6
  private static let jobsAhead = 0...6
  private static let actionsBeforeRestarts = 1...20

  init(seed: UInt64, workers: Int, restarts: Bool = false) {
    var generator = SeededGenerator(seed: seed)
    self.workers = workers
    for step in Self.steps where generator.chance(oneIn: Self.stepsBetweenFaults) {
      let steps = Int.random(in: Self.delaySteps, using: &generator)
      faults[step] =
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .kill
        case 1: .delay(steps: steps)
        default: .cutOff(steps: steps)
        }
    }
    losesEffects = generator.chance(oneIn: 4)
    if generator.chance(oneIn: 2) {
      pace = .ahead(jobs: Int.random(in: Self.jobsAhead, using: &generator))
    }
    guard restarts else { return }
    for action in Self.actionsBeforeRestarts where generator.chance(oneIn: 4) {
      self.restarts.insert(action)
    }
  }

  init(_ schedule: HostingSchedule, faults: [Int: HostingFault]) {
    self.faults = faults
    losesEffects = schedule.faults.mayLoseEffects || faults.isEmpty
    workers = schedule.faults.workers
    pace = schedule.pace
    restarts = schedule.restarts
  }
}

extension HostingSchedule {
  init(_ random: RandomFaults) {
    self.init(
      FaultPlan(random.faults, losingEffects: random.losesEffects, workers: random.workers),
      pace: random.pace, restarts: random.restarts)
  }
}
