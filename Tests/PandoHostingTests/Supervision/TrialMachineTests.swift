import PandoHosting
import Testing

@Suite("Trials, one lane at a time")
struct TrialMachineTests {
  private enum Step: CaseIterable {
    case request(Int), end(Int)
    static let allCases: [Step] = (1...3).flatMap { [.request($0), .end($0)] }
  }

  @Test("every short sequence has one lane on trial at most, and none that waits is forgotten")
  func everySequence() {
    var steps: [Step] = []
    explore(&steps, left: 6)
  }

  private func explore(_ steps: inout [Step], left: Int) {
    check(steps)
    if left == 0 { return }
    for step in Step.allCases {
      steps.append(step)
      explore(&steps, left: left - 1)
      steps.removeLast()
    }
  }

  private func check(_ steps: [Step]) {
    var machine = TrialMachine()
    // Lanes that asked and were not heard to be over, in their order; the first is on trial.
    var model: [Int] = []
    for step in steps {
      switch step {
      case .request(let lane):
        // The driver ends a trial before its lane asks for another.
        if model.first == lane { continue }
        let begins = machine.request(LaneID(rawValue: UInt64(lane)))
        if begins != model.isEmpty { Issue.record("a trial begins at the wrong time: \(steps)") }
        if !model.contains(lane) { model.append(lane) }
      case .end(let lane):
        let next = machine.end(LaneID(rawValue: UInt64(lane))) { $0.rawValue == 3 }
        let wasOnTrial = model.first == lane
        model.removeAll { $0 == lane }
        if wasOnTrial, let urgent = model.firstIndex(of: 3) {
          model.insert(model.remove(at: urgent), at: 0)
        }
        let expected = wasOnTrial ? model.first : nil
        if next?.rawValue != expected.map(UInt64.init) { Issue.record("wrong next: \(steps)") }
      }
      let lanes = ([machine.lane].compactMap { $0 } + machine.waiting).map { Int($0.rawValue) }
      if lanes != model { Issue.record("\(lanes) in place of \(model): \(steps)") }
    }
  }
}
