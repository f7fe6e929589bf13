import Pando

/// A step of one sender.
struct SenderStep: Sendable {
  enum Way: Sendable {
    case send
    case whenRoom
    case ifRoom
    /// And waits for everything that follows, if that ends.
    case finish
  }

  let action: Root.Action
  let way: Way
  /// After how long the action is cancelled, where it is.
  let cancelAfterMicroseconds: Int?
  /// True if the effects of the action end by themselves.
  let ends: Bool
  let pauseMicroseconds: Int
}

/// Writes the program of one sender.
struct SenderPlan {
  private let plan: Plan
  private let number: Int
  private var random: SeededGenerator
  private var nextID: Int
  private var ends = true
  private var faults: [Int: Fault] = [:]

  init(_ plan: Plan, sender number: Int) {
    self.plan = plan
    self.number = number
    random = SeededGenerator(seed: UInt64(plan.seed * 31 + number + 1))
    nextID = (number + 1) * 1_000_000
    // The first sender has the actions that no worker survives.
    guard number == 0 else { return }
    for _ in 0..<plan.crashingCount {
      faults[random.number(0...(plan.actionCount - 1))] = random.pick([.abort, .trap, .kill])
    }
    for _ in 0..<plan.hangingCount { faults[random.number(0...(plan.actionCount - 1))] = .hang }
  }

  mutating func steps() -> [SenderStep] {
    (0..<plan.actionCount).map { index in step(fault: faults[index] ?? .none, index) }
  }

  private mutating func step(fault: Fault, _ index: Int) -> SenderStep {
    ends = true
    let action = fault == .none ? action(index) : childAction(fault: fault)
    let way: SenderStep.Way =
      switch random.number(0...9) {
      case 0, 1: .send
      case 2: .ifRoom
      case 3: random.chance(oneIn: 4) ? .finish : .whenRoom
      default: .whenRoom
      }
    return SenderStep(
      action: action, way: way,
      cancelAfterMicroseconds: random.chance(oneIn: 12) ? random.number(0...3_000) : nil,
      ends: ends, pauseMicroseconds: pauseMicroseconds())
  }

  private mutating func pauseMicroseconds() -> Int {
    let pause = random.chance(oneIn: 20) ? random.number(1...2_000) : 0
    // Where an action may take little time, some say nothing for longer than that: a worker that has nothing to do
    // does not hang.
    guard plan.timeoutMilliseconds < 1_000, random.chance(oneIn: 100) else { return pause }
    return random.number(plan.timeoutMilliseconds...3 * plan.timeoutMilliseconds) * 1_000
  }

  private mutating func action(_ index: Int) -> Root.Action {
    // Children are there from the beginning, mostly.
    if number == 0, index < 5 {
      return .change(
        [.openOptional, .present, .addRow(1), .addRow(2), .addReady(1)][index], id: newID())
    }
    switch random.number(0...39) {
    case 0: return .change(.openOptional, id: newID())
    case 1: return .change(random.chance(oneIn: 3) ? .closeOptional : .openOptional, id: newID())
    case 2: return .change(random.chance(oneIn: 3) ? .dismiss : .present, id: newID())
    case 3: return .change(.addRow(random.number(1...4)), id: newID())
    case 4: return .change(.addReady(random.number(1...3)), id: newID())
    case 5: return removal()
    case 6: return .presented(.dismiss)
    case 7, 8: return .local(work(.none, hasParent: false))
    default: return childAction(fault: .none)
    }
  }

  private mutating func removal() -> Root.Action {
    let row = random.number(1...4)
    return .change(random.chance(oneIn: 2) ? .removeRow(row) : .removeReady(row), id: newID())
  }

  private mutating func childAction(fault: Fault) -> Root.Action {
    let place = random.number(0...9)
    let action = Item.Action.work(work(fault, hasParent: place > 2))
    switch place {
    case 0...2: return .always(action)
    case 3, 4: return .optional(action)
    case 5: return .presented(.presented(action))
    case 6, 7: return .rows(.element(id: random.number(1...4), action: action))
    default: return .ready(.element(id: random.number(1...3), action: action))
    }
  }

  private mutating func newID() -> Int {
    nextID += 1
    return nextID
  }

  private mutating func work(_ fault: Fault, hasParent: Bool, cause: Int? = nil) -> Work {
    var work = Work(id: newID(), cause: cause)
    work.fault = fault
    work.value = random.number(1...99)
    work.microseconds = random.number(plan.microseconds)
    if plan.ballastWords > 0 {
      work.touchedWords =
        random.chance(oneIn: 10) ? plan.ballastWords : random.number(0...min(4, plan.ballastWords))
    }
    if random.chance(oneIn: 5) { work.effects = (0..<random.number(1...2)).map { _ in effect() } }
    if random.chance(oneIn: 15) { work.cancels = random.number(1...3) }
    if hasParent, random.chance(oneIn: 12) { work.parent = parentStep() }
    if cause == nil, random.chance(oneIn: 10) {
      for _ in 0..<random.number(1...2) {
        work.sends.append(self.work(.none, hasParent: hasParent, cause: work.id))
      }
    }
    return work
  }

  private mutating func effect() -> EffectPlan {
    let cancelID = random.chance(oneIn: 2) ? random.number(1...3) : nil
    if random.chance(oneIn: 6) {
      ends = false
      return .endless(cancelID: cancelID)
    }
    return .sends(
      random.number(0...5),
      pauseMicroseconds: random.chance(oneIn: 3) ? random.number(1...5_000) : 0,
      cancelID: cancelID, cancelInFlight: random.chance(oneIn: 3))
  }

  private mutating func parentStep() -> ParentStep {
    switch random.number(0...5) {
    case 0...3: .rewrite(random.number(0...99))
    case 4: .clear
    default: .replace
    }
  }
}
