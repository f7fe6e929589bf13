import Pando

/// Which random programs a check tries.
struct ProgramPlan {
  let count: Int
  let length: ClosedRange<Int>
  /// The time in which new programs are begun; nil for until all were tried.
  let limit: Duration?
  let seed: UInt64
  let workers: Int

  init(count: Int, length: ClosedRange<Int>, limit: Duration?, seed: UInt64?, workers: Int) {
    precondition(count > 0, "a check needs at least one program")
    precondition(length.lowerBound >= 0, "a program has no less than no actions")
    self.count = count
    self.length = length
    self.limit = limit
    self.seed = seed ?? .random(in: 0...9_999_999)
    self.workers = workers
  }
}

/// Runs random programs, each under a random schedule, and reports the first disagreement.
func checkPrograms<State, Action>(
  _ feature: CheckedFeature<State, Action>, _ plan: ProgramPlan,
  _ action: (inout SeededGenerator) -> Action, _ location: OperatorLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws(CancellationError) {
  let check = SameHostedCheck(feature: feature)
  guard isCheckable(feature, location) else { return }
  let end = plan.limit.map { ContinuousClock.now + $0 }
  var generator = SeededGenerator(seed: plan.seed)
  for number in 1...plan.count {
    if let end, ContinuousClock.now >= end { return }
    let schedule = HostingSchedule(RandomFaults(seed: generator.next(), workers: plan.workers))
    let count = Int.random(in: plan.length, using: &generator)
    let actions = (0..<count).map { _ in action(&generator) }
    if let found = check.disagreement(actions, schedule) {
      let origin = """
        It was found with \(count) action(s) in program \(number) of the seed \(plan.seed).
        """
      report(found, check, actions, schedule, origin: origin, at: location)
      return
    }
    await Task.yield()
    if Task.isCancelled { throw CancellationError() }
  }
}
