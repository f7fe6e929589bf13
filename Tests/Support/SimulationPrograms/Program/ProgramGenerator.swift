import Pando
import PandoSimulation

/// Writes random actions for `Root`.
struct ProgramGenerator {
  private var generator: SeededGenerator
  private var nextID = 1
  private var nextChild = 100
  /// True if the parent reduces some actions first, which costs a warning each.
  private let rushes: Bool

  init(seed: UInt64, rushes: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.rushes = rushes
  }

  mutating func program() -> [Root.Action] {
    (0..<Int.random(in: 5...40, using: &generator)).map { _ in action() }
  }

  /// Actions for one child that take long, or are long.
  mutating func burst(_ count: Int, isLong: Bool) -> [Root.Action] {
    (0..<count).map { _ in
      nextID += 1
      var script = Script(id: nextID, steps: [.add(1)])
      if isLong {
        script.padding = String(repeating: "x", count: number(1_000...4_000))
      } else {
        script.steps.append(.work(microseconds: number(50...400) * 1_000))
      }
      return .always(.run(script))
    }
  }

  /// An action for children that share a value, or for their parent about them.
  mutating func sharedAction() -> Root.Action {
    switch number(0...12) {
    case 0, 1: .toggleSharers
    case 12: .sharers(.element(id: number(1...2), action: .addSecond(number(1...9))))
    case 2, 3: .addToTally(number(1...9))
    case 4...6: .sharers(.element(id: number(1...2), action: .add(number(1...9))))
    case 7...9: .sharers(.element(id: number(1...2), action: .look))
    default: .sharers(.element(id: number(1...2), action: .addAndLook(number(1...9))))
    }
  }

  /// An action for children that mount, or for their parent about them.
  mutating func dockAction() -> Root.Action {
    let id = number(1...3)
    return switch number(0...11) {
    case 0...3: .toggleDock(id: id)
    case 4: .rewriteDocks(number(0...9))
    case 5, 6: .docks(.element(id: id, action: .tune(number(0...2))))
    case 7: .docks(.element(id: id, action: .leave))
    case 8: .docks(.element(id: id, action: .board(id: number(1...2))))
    default: .docks(.element(id: id, action: .toggleCrate(id: number(1...4))))
    }
  }

  /// An action that no worker survives.
  mutating func poison() -> Root.Action {
    nextID += 1
    let step = generator.chance(oneIn: 2) ? Step.crash : .hang
    let action = Child.Action.run(Script(id: nextID, steps: [.add(1), step]))
    switch number(0...2) {
    case 0: return .always(action)
    case 1: return .optional(action)
    default: return .rows(.element(id: number(1...4), action: action))
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func newChild() -> Int {
    nextChild += 1
    return nextChild
  }

  mutating func action() -> Root.Action {
    switch number(0...38) {
    case 0...3: .always(childAction())
    case 4...8: .optional(childAction())
    case 9...12: .rows(.element(id: number(1...4), action: childAction()))
    case 13, 14: .present(id: newChild())
    case 15: .dismiss
    case 16, 17: .addRow(id: number(1...4))
    case 18: generator.chance(oneIn: 2) ? .removeRow(id: number(1...4)) : .rewriteAll(number(1...9))
    case 19, 20: .small(.turn(number(1...3)))
    case 21: generator.chance(oneIn: 2) ? .toggleSmall : .touchBesideSmall
    case 23...26: .path(.element(id: pageID(), action: childAction()))
    case 27, 28: stackAction()
    case 29, 30: .sheet(.presented(childAction()))
    case 31: generator.chance(oneIn: 3) ? .sheet(.dismiss) : .showSheet(id: newChild())
    case 32, 33: .mode(childAction())
    case 35, 36: .wing(generator.chance(oneIn: 2) ? .child(childAction()) : .guest(childAction()))
    case 37: generator.chance(oneIn: 3) ? .closeWing : .openWing(id: newChild())
    case 38: .wing(generator.chance(oneIn: 3) ? .sendAway : .invite(id: newChild()))
    case 34: generator.chance(oneIn: 3) ? .deactivate : .activate(id: newChild())
    default: .local(script(depth: 0, nests: false))
    }
  }

  /// Few, so that some are there; later ones come with the program's length.
  private mutating func pageID() -> StackElementID {
    StackElementID(integerLiteral: number(0...5))
  }

  private mutating func stackAction() -> Root.Action {
    switch number(0...9) {
    case 0...4: .push(id: newChild())
    case 5: .path(.popFrom(id: pageID()))
    case 6: .removePage(pageID())
    case 7: .resetPath(ids: [newChild(), newChild()])
    default:
      .path(.push(id: pageID(), state: Child.State(id: newChild(), life: 1_000_000 + nextChild)))
    }
  }

  private mutating func childAction() -> Child.Action {
    switch number(0...11) {
    case 0, 1: return .nested(.run(script(depth: 0, nests: false)))
    case 2: return .pages(.element(id: pageID(), action: .run(script(depth: 0, nests: false))))
    case 3:
      return generator.chance(oneIn: 3)
        ? .pages(.popFrom(id: pageID()))
        : .pages(
          .push(id: pageID(), state: Nested.State(id: newChild(), life: 2_000_000 + nextChild)))
    default: break
    }
    var script = script(depth: 0, nests: true)
    script.parent = parentStep()
    if rushes, generator.chance(oneIn: 8) { script.rush = number(1...9) }
    return .run(script)
  }

  private mutating func script(depth: Int, nests: Bool) -> Script {
    nextID += 1
    var script = Script(id: nextID)
    for _ in 0..<number(0...3) { script.steps.append(step(depth: depth, nests: nests)) }
    if depth > 0, nests, generator.chance(oneIn: 4) { script.parent = parentStep() }
    return script
  }

  private mutating func step(depth: Int, nests: Bool) -> Step {
    switch number(0...16) {
    case 0, 1: return .add(number(1...9))
    case 2: return .append(number(1...9))
    case 3: return generator.chance(oneIn: 8) ? .fill(bytes: fillBytes()) : .double
    case 4, 5: return depth > 2 ? .add(1) : .send(script(depth: depth + 1, nests: nests))
    case 6, 7:
      let scripts = (0..<(depth > 1 ? 0 : number(0...3))).map { _ in
        script(depth: depth + 1, nests: nests)
      }
      return .emit(cancelID: cancelID(), cancelInFlight: generator.chance(oneIn: 3), scripts)
    case 8: return .endless(cancelID: cancelID())
    case 9: return .cancel(number(1...3))
    case 10: return nests ? .presentNested(id: newChild()) : .double
    case 11: return nests ? .dismissNested : .append(3)
    case 12: return nests ? .pushPage(id: newChild()) : .append(4)
    case 13: return nests ? .popPage : .add(5)
    case 14: return .work(microseconds: number(1...3_000))
    case 15: return .dismiss
    default: return nests ? .resetPages(id: newChild()) : .append(6)
    }
  }

  private mutating func fillBytes() -> Int {
    [100, 2_000, 50_000][number(0...2)]
  }

  private mutating func cancelID() -> Int? {
    generator.chance(oneIn: 2) ? number(1...3) : nil
  }

  private mutating func parentStep() -> ParentStep {
    switch number(0...15) {
    case 0, 1: .rewrite(number(0...99))
    case 2: .clear
    case 3: .replace(id: newChild())
    case 4: .represent
    case 5: .dismissNested
    case 6: .tell(number(0...99))
    default: .nothing
    }
  }
}
