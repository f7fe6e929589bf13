import OrderedCollections

/// A child for each element of a navigation stack: the element first, the parent second; a pop runs
/// the parent first.
final class StackNode<State, Action, Element, ElementAction>: Node<State, Action> {
  typealias Stack = StackState<Element>

  typealias Parts = ElementsParts<State, Action, Element, ElementAction, StackElementID>

  private let site: Int
  private let parent: Node<State, Action>
  private let parentLogic: Logic
  private let stack: StatePath<State, Stack>
  private let action: AnyCasePath<Action, StackAction<Element, ElementAction>>
  /// The path's own closure: calling it by way of the path asks the runtime for the path's type.
  private let inspect: (Action, (StackAction<Element, ElementAction>) -> Void) -> Bool
  private let element: Node<Element, ElementAction>
  private let elementLogic: Node<Element, ElementAction>.Logic
  private let maker: Parts.Maker
  let location: OperatorLocation

  init(
    site: Int,
    parent: Node<State, Action>,
    stack: StatePath<State, Stack>,
    action: AnyCasePath<Action, StackAction<Element, ElementAction>>,
    element: Node<Element, ElementAction>,
    location: OperatorLocation,
    logic maker: Parts.Maker
  ) {
    self.site = site
    self.parent = parent
    parentLogic = parent.logic
    self.stack = stack
    self.action = action
    inspect = action.inspection
    self.element = element
    elementLogic = element.logic
    self.maker = maker
    self.location = location
    super.init(mayHost: parent.mayHost || element.mayHost)
  }

  override func mayHost(_ action: Action) -> Bool {
    if element.mayHost, inspect(action, { _ in }) { return true }
    return parent.mayHost && parent.mayHost(action)
  }

  override var logic: Logic {
    maker.make(
      Parts(
        offset: stack.offset, element: elementLogic, parent: parentLogic,
        aside: { [self] in reduce($0, $1, $2) },
        embed: { [self] state, effect, id in
          embed(effect, id, stack.readResult(state) { $0.pointee.lineage })
        }))
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    var effect = Effect<Action>.none
    var isReduced = false
    _ = inspect(action) { stackAction in
      switch stackAction {
      case .element(let id, let elementAction):
        effect = reduceElement(state, id, elementAction, pass)
      case .popFrom(let id):
        effect = pop(state, from: id, action, pass)
        isReduced = true
      case .push(let id, let element):
        // The parent would take it for pushed.
        isReduced = !push(state, element, id, pass)
      }
    }
    return isReduced ? effect : effect.merge(with: parentLogic(state, action, pass))
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    _ = inspect(action) { stackAction in
      guard case .element(let id, let elementAction) = stackAction else { return }
      _ = onElement(state, id, pass, &effect) { element.recover($0, elementAction, pass) }
    }
    return effect.merge(with: parent.recover(state, action, pass))
  }

  private func reduceElement(
    _ state: UnsafeMutablePointer<State>, _ id: StackElementID, _ elementAction: ElementAction,
    _ pass: Pass
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    let isThere = onElement(state, id, pass, &effect) { elementLogic($0, elementAction, pass) }
    if !isThere { warnOfMissing(id, elementAction, pass) }
    return effect
  }

  /// Returns false when the element is not there.
  private func onElement(
    _ state: UnsafeMutablePointer<State>, _ id: StackElementID, _ pass: Pass,
    _ embedded: inout Effect<Action>,
    _ body: (UnsafeMutablePointer<Element>) -> Effect<ElementAction>
  ) -> Bool {
    var position = -1
    stack.read(state) { position = $0.pointee.ids.firstIndex(of: id) ?? -1 }
    if position < 0 { return false }
    // Not the results of calls, whose types the runtime would have to find.
    var effect = Effect<ElementAction>.none
    var lineage: UInt64 = 0
    stack.with(state) { stack in
      stack.pointee.withElement(at: position) { place in
        effect = self.stack.watch.reduce(state, place, pass) { body(place) }
      }
      if !effect.isNone { lineage = stack.pointee.lineage }
    }
    if !effect.isNone { embedded = embed(effect, id, lineage) }
    return true
  }

  private func embed(
    _ effect: Effect<ElementAction>, _ id: StackElementID, _ lineage: UInt64
  ) -> Effect<Action> {
    let path = action
    return effect.map { path.embed(.element(id: id, action: $0)) }
      .dismissed { path.embed(.popFrom(id: id)) }
      .owned(by: step(to: id, of: lineage))
  }

  /// The parent sees the element for the last time, then it goes.
  private func pop(
    _ state: UnsafeMutablePointer<State>, from id: StackElementID, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    let lineage = stack.readResult(state) { stack in
      stack.pointee.ids.contains(id) ? stack.pointee.lineage : nil
    }
    if lineage == nil { warnOfPop(id, pass) }
    let effect = parentLogic(state, action, pass)
    // What the parent put in its place stays.
    guard let lineage, stack.readResult(state, { $0.pointee.lineage == lineage }) else {
      return effect
    }
    stack.with(state) { stack in
      stack.pointee.pop(from: id)
      self.stack.watch.noteMembers(state, pass)
    }
    return effect
  }

  /// Puts an element on the stack; returns false where one of that id is there.
  private func push(
    _ state: UnsafeMutablePointer<State>, _ element: Element, _ id: StackElementID, _ pass: Pass
  ) -> Bool {
    if stack.readResult(state, { $0.pointee.ids.contains(id) }) {
      warnOfPush(id, pass)
      return false
    }
    return stack.withResult(state) { stack in
      stack.pointee.push(element, id: id)
      self.stack.watch.noteMembers(state, pass)
      return true
    }
  }

  private func step(to id: StackElementID, of lineage: UInt64) -> IncarnationStep {
    IncarnationStep(site: site, identity: AnyHashable(StackIdentity(lineage: lineage, id: id)))
  }

  /// Where the element that a step leads to is, if the stack still has it.
  private func position(_ step: IncarnationStep, _ stack: Stack) -> Int? {
    guard let identity = step.identity?.base as? StackIdentity, identity.lineage == stack.lineage
    else { return nil }
    return stack.ids.firstIndex(of: identity.id)
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    if element.mayHost {
      _ = inspect(action) { stackAction in
        guard case .element(let id, let elementAction) = stackAction else { return }
        stack.read(state) { stack in
          guard let position = stack.pointee.ids.firstIndex(of: id) else {
            return router.isChildMissing = true
          }
          let incarnation = router.child(step(to: id, of: stack.pointee.lineage), of: incarnation)
          stack.pointee.readElement(at: position) {
            element.route($0, elementAction, incarnation, router)
          }
        }
      }
    }
    if parent.mayHost {
      parent.route(state, action, incarnation, router)
    }
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    if incarnation.hasChildren {
      stack.read(state) { stack in
        for (step, living) in incarnation.children(at: site) {
          if let position = position(step, stack.pointee) {
            guard living.hasChildren else { continue }
            stack.pointee.readElement(at: position) { element.sweep($0, living, &ended) }
          } else {
            living.end()
            ended.append(living)
          }
        }
      }
    }
    parent.sweep(state, incarnation, &ended)
  }

  override func settle(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    if element.mayHost, incarnation.isWatched {
      stack.read(state) { stack in
        for living in incarnation.watchedChildren(at: site) {
          guard let step = living.step, let position = position(step, stack.pointee) else {
            continue
          }
          stack.pointee.readElement(at: position) { element.settle($0, living) }
        }
      }
    }
    parent.settle(state, incarnation)
  }

  override func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>)
    -> Bool?
  {
    guard let first = steps.first, first.site == site else {
      return parent.contains(state, steps)
    }
    return stack.readResult(state) { stack in
      guard let position = position(first, stack.pointee) else { return false }
      let rest = steps.dropFirst()
      if rest.isEmpty { return true }
      return stack.pointee.readElement(at: position) { element.contains($0, rest) }
    }
  }

  override func locate(
    _ token: UInt64, below parentToken: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    let steps = stack.readResult(state) { stack -> [IncarnationStep]? in
      for position in stack.pointee.indices {
        let step = step(to: stack.pointee.ids[position], of: stack.pointee.lineage)
        let found = step.token(below: parentToken)
        if found == token { return [step] }
        let rest = stack.pointee.readElement(at: position) {
          element.locate(token, below: found, $0)
        }
        if let rest { return [step] + rest }
      }
      return nil
    }
    return steps ?? parent.locate(token, below: parentToken, state)
  }

  override var mayMount: Bool { parentMounts || elementMounts }
  private lazy var parentMounts = parent.mayMount
  private lazy var elementMounts = element.mayMount

  override var mayMountAgain: Bool { parent.mayMountAgain || elementMounts }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    let effect = parentMounts ? parent.mount(state, mounted) : .none
    guard elementMounts else { return effect }
    var effects = [effect]
    stack.read(state) { stack in
      let lineage = stack.pointee.lineage
      let steps = stack.pointee.ids.map { step(to: $0, of: lineage) }
      mounted.note(steps, membership: nil, at: site)
      for (position, step) in zip(stack.pointee.indices, steps) {
        guard let screen = mounted.child(step) else { continue }
        let effect = stack.pointee.readElement(at: position) { element.mount($0, screen) }
        if !effect.isNone { effects.append(embed(effect, stack.pointee.ids[position], lineage)) }
      }
    }
    return .merge(effects)
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    element.visitHosted(visit)
    parent.visitHosted(visit)
  }
}
