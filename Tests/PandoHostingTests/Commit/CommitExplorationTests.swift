import PandoHosting
import Testing

@Suite("The order of commits, over all short sequences of events")
struct CommitExplorationTests {
  private typealias Step = CommitWorld.Step

  @Test("all that was accepted commits once, in its order, and nothing is left", arguments: 1...6)
  func everySequence(length: Int) {
    var steps = [Step](repeating: Step.allCases[0], count: length)
    explore(&steps, from: 0)
  }

  private func explore(_ steps: inout [Step], from index: Int) {
    guard index < steps.count else { return check(steps) }
    for step in Step.allCases {
      steps[index] = step
      explore(&steps, from: index + 1)
    }
  }

  private func check(_ steps: [Step]) {
    var world = CommitWorld()
    for step in steps {
      world.take(step)
      let counted = world.machine.queuedCount + world.machine.besideCount
      if world.machine.pendingBytes != counted {
        Issue.record("\(world.machine.pendingBytes) bytes for \(counted) actions after \(steps)")
      }
      if counted - world.followUpCount > world.machine.window {
        Issue.record("the window is exceeded after \(steps)")
      }
    }
    world.finish()
    // A child that is gone has its actions committed without a lane.
    let sent = steps.count { $0.isSend }
    if let problem = problem(world.committed, sent: sent, world.refusedCount) {
      Issue.record("\(problem) after \(steps): \(world.committed)")
    }
    if !world.machine.isEmpty || world.machine.hasWaiting || world.machine.pendingBytes != 0 {
      Issue.record("something is left after \(steps)")
    }
  }

  private func problem(_ committed: [String], sent: Int, _ refusedCount: Int) -> String? {
    if refusedCount > 0 { return "a sender that can wait was refused" }
    let outside = committed.filter { !$0.contains(".") }
    let causes = Set(committed.filter { $0.hasSuffix(".1") }.map { String($0.dropLast(2)) })
    if outside.count != sent || Set(committed).count != committed.count {
      return "\(sent) actions were sent"
    }
    // Those that commit as sent keep the order of acceptance, those of the child theirs.
    for kind in [["local", "cause", "sent"], ["ready"]] {
      let numbers = outside.filter { name in kind.contains { name.hasSuffix($0) } }.map(number)
      if numbers != numbers.sorted() { return "the order of \(kind) is not kept" }
    }
    // What is for the child may commit among others, and keeps the order of the child.
    let ofChild = committed.filter { $0.contains("ready") }
    for (kind, line) in [("cause", committed), ("ready", ofChild)] {
      for (place, name) in line.enumerated() where name.hasSuffix(kind) && causes.contains(name) {
        let behind = line[(place + 1)...].prefix(2)
        if Array(behind) != [name + ".1", name + ".2"] { return "follow-ups of \(name) are late" }
      }
    }
    return nil
  }

  private func number(_ name: String) -> Int { Int(name.prefix { $0 != " " }) ?? 0 }
}

extension CommitWorld.Step {
  fileprivate var isSend: Bool {
    switch self {
    case .sendLocal, .sendWithFollowUp, .sendAsSent, .sendToChild, .sendToChildWithFollowUp: true
    case .answerAsSent, .answerChild, .replaceChild, .removeChild: false
    }
  }
}
