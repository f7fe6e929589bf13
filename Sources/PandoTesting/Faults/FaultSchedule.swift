import PandoBase

/// Draws the failures of a plan, step by step, and notes what came of them.
struct FaultSchedule {
  /// The fault that a step is to bring.
  struct Draw: Equatable {
    let fault: HostingFault
    /// True if it happens whatever is lost by it.
    let isUnconditional: Bool
  }

  private(set) var step = 0
  private(set) var events: [String] = []
  private let kind: FaultPlan.Kind
  private var generator: SeededGenerator
  private var added: [Int: [HostingFault]] = [:]

  /// The number of steps in which one random fault happens.
  private static let stepsBetweenFaults = 4
  private static let stepsAtMost = 6

  init(_ plan: FaultPlan) {
    kind = plan.kind
    if case .random(let seed, _) = plan.kind {
      generator = SeededGenerator(seed: seed)
    } else {
      generator = SeededGenerator(seed: 0)
    }
  }

  /// Adds a failure, in so many steps from now.
  mutating func add(_ fault: HostingFault, afterSteps steps: Int) {
    added[step.steps(steps), default: []].append(fault)
  }

  /// Begins a step of one of `count` workers, and chooses which.
  mutating func begin(among count: Int) -> Int {
    step += 1
    guard case .random = kind else { return step % count }
    return Int.random(in: 0..<count, using: &generator)
  }

  /// The failures of the step that has begun. A death comes last, as it ends the worker.
  mutating func draw() -> [Draw] {
    var draws = (added.removeValue(forKey: step) ?? []).map {
      Draw(fault: $0, isUnconditional: true)
    }
    if let planned = planned() { draws.append(planned) }
    return draws.filter { $0.fault != .kill } + draws.filter { $0.fault == .kill }
  }

  /// The failure of the step by the plan.
  private mutating func planned() -> Draw? {
    switch kind {
    case .listed(let faults, let losingEffects):
      return faults[step].map { Draw(fault: $0, isUnconditional: losingEffects) }
    case .random(_, let losingEffects):
      guard generator.chance(oneIn: Self.stepsBetweenFaults) else { return nil }
      let steps = Int.random(in: 1...Self.stepsAtMost, using: &generator)
      let fault: HostingFault =
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .kill
        case 1: .delay(steps: steps)
        default: .cutOff(steps: steps)
        }
      return Draw(fault: fault, isUnconditional: losingEffects)
    }
  }

  mutating func note(_ event: String) {
    events.append("step \(step): \(event)")
  }
}

extension Int {
  /// Returns the step that comes so many steps later; the last there is where that is beyond it.
  func steps(_ count: Int) -> Int {
    let (step, isBeyond) = addingReportingOverflow(count)
    return isBeyond ? .max : step
  }
}
