import Pando

/// Compares what was told of a program with one guilty of eight children with what the design says.
struct BlameCheck {
  let plan: BlamePlan
  /// The state in the end.
  let state: Crew.State
  /// The count of numbers that each child was sent.
  let sent: [Int]
  let events: [HostingEvent]
  /// True if the machine was so busy that a death may have been forgotten before the next.
  let areLate: Bool

  /// The workers that were lost, but for those that never were there: a busy machine may end a handshake.
  var losses: [HostedWorkerLoss] {
    events.compactMap { if case .workerLost(let loss) = $0 { loss } else { nil } }
      .filter { $0.cause != .left || $0.childCount > 0 }
  }

  /// True if each death names the guilty one.
  private var isKnown: Bool {
    switch plan.misdeed.kind {
    case .told, .hangs: true
    case .perhapsTold, .silent: false
    }
  }

  private var causes: [HostedWorkerLoss.Cause] {
    switch plan.misdeed.kind {
    case .told: [.crashed]
    case .perhapsTold: [.crashed, .died]
    case .silent: [.died]
    case .hangs: [.hung]
    }
  }

  /// Returns whether words name the effect of the guilty one: by its name, or the place of its `run`.
  private func namesEffect(_ words: String?) -> Bool {
    words?.contains(plan.jobs[plan.guilty].name ?? "Hand.swift:") == true
  }

  /// Returns whether a loss names the guilty one.
  private func isNamed(_ loss: HostedWorkerLoss) -> Bool {
    guard plan.misdeed.kind != .silent, let culprit = loss.culprit, namesEffect(culprit.effect)
    else { return false }
    // A child that is gone has no place in the tree, and no identity.
    return culprit.child.identities == ["\(plan.guilty)"]
      || plan.ending == .removed && culprit.child.identities.isEmpty
  }

  var tally: BlameTally {
    let named = losses.count(where: isNamed)
    let suspects = state.innocents.flatMap(\.losses).count { $0.blame == .suspect }
    return BlameTally(
      kind: plan.kind, programs: 1, deaths: losses.count, named: named,
      unnamed: losses.count { $0.culprit == nil },
      suspects: suspects, givenUp: state.guilty.count { !$0.failures.isEmpty })
  }

  func violations() -> [String] {
    violationsOfLosses() + violationsOfGuilty() + violationsOfInnocents() + violationsOfNumbers()
  }

  private func violationsOfLosses() -> [String] {
    var violations: [String] = []
    for loss in losses {
      if !causes.contains(loss.cause) {
        violations.append("a death is told as \(loss.cause): \(loss)")
      }
      if isKnown || loss.culprit != nil, !isNamed(loss) {
        violations.append("a death names the wrong one: \(loss)")
      }
    }
    if let deaths = plan.deaths, losses.count != deaths, !(areLate && losses.count > deaths) {
      violations.append("\(losses.count) workers were lost, not \(deaths): \(losses)")
    }
    if losses.count > BlamePlan.mostDeaths {
      violations.append("\(losses.count) workers were lost until the guilty one was given up")
    }
    for event in events {
      switch event {
      case .actionFailed(let children, let action, let reason):
        if children.contains(where: { $0.identities != ["\(plan.guilty)"] }) {
          violations.append("\(action) of \(children) failed: \(reason)")
        }
      case .quarantined(let child, let action):
        if isKnown { violations.append("\(action) of \(child) was suspected of a known death") }
      case .gaveUp(let child, let reason): violations.append("\(child) has no worker: \(reason)")
      case .missed(let count): violations.append("\(count) events were missed")
      default: break
      }
    }
    return violations
  }

  private func violationsOfGuilty() -> [String] {
    guard let guilty = state.guilty.first else {
      return plan.ending == .removed ? [] : ["the guilty child is gone"]
    }
    var violations: [String] = []
    for loss in guilty.losses {
      let isRight =
        switch plan.misdeed.kind {
        case .told, .hangs: loss.blame == .certain && namesEffect(loss.effect)
        case .perhapsTold: loss.blame == .suspect || namesEffect(loss.effect)
        case .silent: loss.blame == .suspect && loss.effect == nil
        }
      if !isRight || !causes.contains(loss.cause) {
        violations.append("the guilty child is told \(loss)")
      }
    }
    // The last death of one that is given up is told by that.
    let failures = plan.isEndless ? 1 : 0
    if guilty.failures.count != failures {
      violations.append(
        "the guilty child was given up \(guilty.failures.count) times, not \(failures)")
    }
    if guilty.losses.count != losses.count - failures {
      violations.append(
        "the guilty child is told of \(guilty.losses.count) of \(losses.count) lost workers")
    }
    return violations
  }

  private func violationsOfInnocents() -> [String] {
    var violations: [String] = []
    for hand in state.innocents {
      for loss in hand.losses {
        let isRight = loss.blame == .innocent || (loss.blame == .suspect && !isKnown)
        if !isRight || loss.effect != nil {
          violations.append("the innocent child \(hand.id) is told \(loss)")
        }
      }
      if !hand.failures.isEmpty {
        violations.append("the innocent child \(hand.id) was given up: \(hand.failures)")
      }
      if hand.losses.count > losses.count {
        violations.append("the innocent child \(hand.id) is told of \(hand.losses.count) deaths")
      }
    }
    return violations
  }

  /// Everything that was sent committed once, in order, and the parent saw that.
  private func violationsOfNumbers() -> [String] {
    var violations = state.problems
    for hand in state.hands {
      violations += hand.problems.map { "child \(hand.id): \($0)" }
      var chain: UInt64 = 1
      for number in stride(from: 1, through: sent[hand.id], by: 1) {
        chain = Digest.mix(chain, UInt64(number))
      }
      if hand.last != sent[hand.id] || hand.chain != chain {
        violations.append("child \(hand.id) is at number \(hand.last) of \(sent[hand.id])")
      }
    }
    return violations
  }
}
