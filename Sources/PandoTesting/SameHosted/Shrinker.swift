import Pando

/// Finds the least program, and the fewest failures of workers, that still show a disagreement.
struct Shrinker<State: Equatable & Sendable, Action: Sendable> {
  let check: SameHostedCheck<State, Action>
  private(set) var actions: [Action]
  private(set) var schedule: HostingSchedule
  private(set) var disagreement: Disagreement

  /// The number of programs that may be tried, within a time: a failing test is to end too.
  private var runsLeft = 2_000
  private let end = ContinuousClock.now + .seconds(20)
  /// The number of times that a candidate is tried: a feature that reads a clock or random numbers
  /// does not fail every time.
  private var attempts = 3

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
    if (0..<2).allSatisfy({ _ in fails(actions, [schedule]) }) { attempts = 1 }
    simplifySchedule()
    shrinkFaults()
    shrinkRestarts()
    shrinkActions()
    shrinkFaults()
    shrinkRestarts()
  }

  /// Tries the schedules first that say least.
  private mutating func simplifySchedule() {
    let old = schedule
    let settled = HostingSchedule(old.faults)
    let oneDeath = (1...12).map { settled.with([($0, .kill)]) }
    _ = fails(actions, [settled.with([]), old.with([])] + oneDeath + [settled])
  }

  private mutating func shrinkActions() {
    var shrinker = self
    let least = minimized(actions) { actions in
      shrinker.fails(actions, shrinker.schedules(for: actions.count))
    }
    self = shrinker
    actions = least
  }

  private mutating func shrinkFaults() {
    guard let faults = schedule.faults.listedFaults, !faults.isEmpty else { return }
    var shrinker = self
    let schedule = schedule
    let least = minimized(faults.sorted { $0.key < $1.key }) { faults in
      shrinker.fails(shrinker.actions, [schedule.with(faults)])
    }
    self = shrinker
    self.schedule = schedule.with(least)
  }

  private mutating func shrinkRestarts() {
    if schedule.restarts.isEmpty { return }
    var shrinker = self
    let least = minimized(schedule.restarts.sorted()) { restarts in
      var schedule = shrinker.schedule
      schedule.restarts = Set(restarts)
      return shrinker.fails(shrinker.actions, [schedule])
    }
    self = shrinker
    schedule.restarts = Set(least)
  }

  /// The schedules under which fewer actions may fail: with fewer actions there are fewer steps before
  /// the failure of a worker that matters.
  private func schedules(for count: Int) -> [HostingSchedule] {
    if let last = schedule.restarts.max(), last > count {
      var earlier = schedule
      earlier.restarts = Set((1...max(1, count)))
      return [earlier]
    }
    let faults = (schedule.faults.listedFaults ?? [:]).sorted { $0.key < $1.key }
    guard let first = faults.first?.key, first > 1, faults.count < 4, !actions.isEmpty else {
      return [schedule]
    }
    let guess = first * count / actions.count
    let starts = [guess, guess - 1, guess + 1, guess - 2, 1, 2, 3, 4, 5, 6]
    return [schedule]
      + starts.filter { $0 > 0 && $0 < first }.map { start in
        schedule.with(faults.map { ($0.key - first + start, $0.value) })
      }
  }

  /// Returns whether a program fails under one of some schedules, which is then the one of the
  /// shrinker.
  private mutating func fails(_ actions: [Action], _ schedules: [HostingSchedule]) -> Bool {
    for schedule in schedules {
      for _ in 0..<attempts {
        guard runsLeft > 0, ContinuousClock.now < end, !Task.isCancelled else { return false }
        runsLeft -= 1
        if let found = check.disagreement(actions, schedule), isTheSame(found) {
          disagreement = found
          self.schedule = schedule
          return true
        }
      }
    }
    return false
  }
}

extension Shrinker {
  /// Returns whether another disagreement may have the same cause. Some issues are reported once in
  /// a process, so that only what came of it shows again.
  private func isTheSame(_ found: Disagreement) -> Bool {
    found.kind == disagreement.kind || disagreement.kind == .issue
  }
}

extension HostingSchedule {
  /// The same with other failures.
  fileprivate func with(_ faults: [(key: Int, value: HostingFault)]) -> HostingSchedule {
    let faults = Dictionary(faults.map { ($0.key, $0.value) }) { first, _ in first }
    return HostingSchedule(RandomFaults(self, faults: faults))
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
