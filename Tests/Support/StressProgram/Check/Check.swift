import Pando

/// Compares what a run did with what one process would have done.
struct Check {
  let plan: Plan
  let accepted: [Root.Action]
  let entries: [Recorder.Entry]
  let journal: JournalRecord
  let cancelled: [CancelNote]
  let clientCount: Int
  /// True if a suspect is reduced in a worker of its own, which no fault strikes.
  let hasQuarantine: Bool

  init(
    _ plan: Plan, _ recorder: Recorder, _ journal: JournalRecord, cancelled: [CancelNote],
    clientCount: Int, hasQuarantine: Bool
  ) {
    self.hasQuarantine = hasQuarantine
    self.plan = plan
    accepted = recorder.accepted
    entries = recorder.entries
    self.journal = journal
    self.cancelled = cancelled
    self.clientCount = clientCount
  }

  func violations() -> [String] {
    var violations = states() + outcomes() + order() + followUps() + effects()
    if clientCount > 0 {
      violations.append("the client reduced \(clientCount) actions of hosted features itself")
    }
    return violations
  }

  /// P1: every state is the one that one process passes through.
  private func states() -> [String] {
    var state = Replay(ballastWords: plan.ballastWords)
    defer { state.end() }
    for (index, entry) in entries.enumerated() {
      let digest = state.apply(entry)
      if digest != entry.digest {
        return ["state \(index) differs from one process, after \(entry.summary)"]
      }
    }
    let strays = state.strayCount
    return strays == 0 ? [] : ["\(strays) actions of effects reached another life of their child"]
  }

  /// P10: what was accepted from outside has committed, or failed for a reason, once.
  private func outcomes() -> [String] {
    var violations: [String] = []
    var counts: [ActionKey: Int] = [:]
    for entry in entries { if let key = entry.action.key { counts[key, default: 0] += 1 } }
    for (key, count) in counts where count > 1 {
      violations.append("\(key) committed \(count) times")
    }
    for action in accepted {
      guard let key = action.key, action.isFromSender, counts[key] == nil else { continue }
      violations.append("\(key) was accepted, and neither committed nor failed")
    }
    for entry in entries {
      guard let reason = entry.failure else { continue }
      if case .work(let work)? = entry.action.itemAction, work.fault != .none { continue }
      if isExcused(reason) { continue }
      violations.append("a harmless action failed, because \(reason): \(entry.summary)")
    }
    return violations
  }

  /// Returns whether a harmless action may fail for a reason: where it hung for longer than the
  /// short time that it had, and where no worker was safe from harm while it was on trial.
  private func isExcused(_ reason: HostedFailureReason) -> Bool {
    switch reason {
    case .hung: plan.timeoutMilliseconds < 1_000
    case .crashed, .killed: !hasQuarantine
    case .effectsCrashed, .unhosted: false
    }
  }

  /// P3: what commits in the order of sending does so for the whole store, and the rest child by child.
  private func order() -> [String] {
    var places: [ActionKey: Int] = [:]
    for (index, action) in accepted.enumerated() { if let key = action.key { places[key] = index } }
    var last: [String: (place: Int, entry: Recorder.Entry)] = [:]
    var violations: [String] = []
    for entry in entries where !entry.isFollowUp {
      guard let key = entry.action.key, key.cause == nil, let place = places[key] else { continue }
      let line = entry.action.line
      if let (before, other) = last[line], before > place {
        violations.append(
          "\(other.summary) overtook \(entry.summary), which was accepted before it")
      }
      last[line] = (place, entry)
    }
    return violations
  }

  /// Checks that an action which a reducer returned as `Effect.send` follows its cause, ahead of
  /// what was sent later.
  private func followUps() -> [String] {
    var violations: [String] = []
    var cause: ActionKey?
    for entry in entries where entry.action.line == "" {
      guard let key = entry.action.key else { continue }
      if let expected = key.cause {
        if .work(expected, cause: nil) != cause {
          violations.append("\(entry.summary) does not follow the action that returned it")
        }
      } else {
        cause = key
      }
    }
    return violations
  }
}
