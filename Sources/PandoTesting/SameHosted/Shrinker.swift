import Pando

/// Finds the least program, and the fewest failures of workers, that still show a disagreement.
struct Shrinker<State: Equatable & Sendable, Action: Sendable> {
  let check: SameHostedCheck<State, Action>
  private(set) var actions: [Action]
  private(set) var schedule: HostingSchedule
  private(set) var disagreement: Disagreement

  /// How many programs may be tried, and for how long: a failing test is to end too.
  private var runsLeft = 500
  private let end = ContinuousClock.now + .seconds(20)
  /// A feature that reads a clock or random numbers does not fail every time.
  private static var attempts: Int { 3 }

  init(
    _ check: SameHostedCheck<State, Action>, _ actions: [Action], _ schedule: HostingSchedule,
    _ disagreement: Disagreement
  ) {
    self.check = check
    self.actions = actions
    self.schedule = schedule
    self.disagreement = disagreement
  }

  mutating func shrink() {
    simplifySchedule()
    shrinkActions()
    if shrinkFaults() { shrinkActions() }
  }

  /// Tries the schedules first that say least.
  private mutating func simplifySchedule() {
    let without = FaultPlan([:], workers: schedule.faults.workers)
    let simpler = [
      HostingSchedule(without), HostingSchedule(without, pace: schedule.pace),
      HostingSchedule(schedule.faults),
    ]
    for candidate in simpler where candidate != schedule && fails(actions, candidate) {
      schedule = candidate
      return
    }
  }

  private mutating func shrinkActions() {
    var shrinker = self
    let least = minimized(actions) { shrinker.fails($0, shrinker.schedule) }
    self = shrinker
    actions = least
  }

  /// Returns whether there was anything to leave out.
  private mutating func shrinkFaults() -> Bool {
    guard let faults = schedule.faults.listedFaults, !faults.isEmpty else { return false }
    var shrinker = self
    let schedule = schedule
    func with(_ faults: [(key: Int, value: HostingFault)]) -> HostingSchedule {
      let faults = Dictionary(uniqueKeysWithValues: faults.map { ($0.key, $0.value) })
      return HostingSchedule(RandomFaults(schedule, faults: faults))
    }
    let least = minimized(faults.sorted { $0.key < $1.key }) {
      shrinker.fails(shrinker.actions, with($0))
    }
    self = shrinker
    self.schedule = with(least)
    return least.count < faults.count
  }

  private mutating func fails(_ actions: [Action], _ schedule: HostingSchedule) -> Bool {
    for _ in 0..<Self.attempts {
      guard runsLeft > 0, ContinuousClock.now < end, !Task.isCancelled else { return false }
      runsLeft -= 1
      if let found = check.disagreement(actions, schedule), isTheSame(found) {
        disagreement = found
        return true
      }
    }
    return false
  }
}

extension Shrinker {
  /// Whether another disagreement may have the same cause. Some issues are reported once in a process, so
  /// that only what came of it shows again.
  private func isTheSame(_ found: Disagreement) -> Bool {
    found.kind == disagreement.kind || disagreement.kind == .issue
  }
}

/// Returns a part of a list that still fails, and of which no element can be left out: delta debugging,
/// by Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002.
///
/// - Parameter fails: Asked only about parts of the list, which itself fails.
func minimized<Element>(_ list: [Element], fails: ([Element]) -> Bool) -> [Element] {
  var list = list
  var size = list.count
  while size > 0 {
    var start = 0
    var isSmaller = false
    while start < list.count {
      var rest = list
      rest.removeSubrange(start..<min(start + size, list.count))
      if fails(rest) {
        list = rest
        isSmaller = true
      } else {
        start += size
      }
    }
    // What could not be left out before may be so now.
    size = isSmaller ? min(size, list.count) : size / 2
  }
  return list
}
