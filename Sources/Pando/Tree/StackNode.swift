import OrderedCollections

/// A child for each element of a navigation stack: the element first, the parent second; a pop runs
/// the parent first.
final class StackNode<State, Action, Element, ElementAction>:
  ElementsNode<
    State, Action, StackState<Element>, StackAction<Element, ElementAction>, ElementAction,
    StackElementID
  >
{
  typealias Stack = StackState<Element>

  override var logic: Logic {
    maker.make(
      Parts(
        offset: elements.offset, element: elementLogic, parent: parentLogic,
        aside: { [self] in reduce($0, $1, $2) },
        embed: { [self] state, effect, id in
          embed(effect, id, elements.readResult(state) { $0.pointee.lineage })
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
    elements.read(state) { position = $0.pointee.ids.firstIndex(of: id) ?? -1 }
    if position < 0 { return false }
    // Not the results of calls, whose types the runtime would have to find.
    var effect = Effect<ElementAction>.none
    var lineage: UInt64 = 0
    elements.with(state) { stack in
      stack.pointee.withElement(at: position) { place in
        effect = elements.watch.reduce(state, place, pass) { body(place) }
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
    let lineage = elements.readResult(state) { stack in
      stack.pointee.ids.contains(id) ? stack.pointee.lineage : nil
    }
    if lineage == nil { warnOfPop(id, pass) }
    let effect = parentLogic(state, action, pass)
    // What the parent put in its place stays.
    guard let lineage, elements.readResult(state, { $0.pointee.lineage == lineage }) else {
      return effect
    }
    elements.with(state) { stack in
      stack.pointee.pop(from: id)
      elements.watch.noteMembers(state, pass)
    }
    return effect
  }

  /// Puts an element on the stack; returns false where one of that id is there.
  private func push(
    _ state: UnsafeMutablePointer<State>, _ element: Element, _ id: StackElementID, _ pass: Pass
  ) -> Bool {
    if elements.readResult(state, { $0.pointee.ids.contains(id) }) {
      warnOfPush(id, pass)
      return false
    }
    return elements.withResult(state) { stack in
      stack.pointee.push(element, id: id)
      elements.watch.noteMembers(state, pass)
      return true
    }
  }

  private func step(to id: StackElementID, of lineage: UInt64) -> IncarnationStep {
    IncarnationStep(site: site, identity: AnyHashable(StackIdentity(lineage: lineage, id: id)))
  }

  override func position(
    _ step: IncarnationStep, _ stack: UnsafeMutablePointer<Stack>
  ) -> Int? {
    guard let identity = step.identity?.base as? StackIdentity,
      identity.lineage == stack.pointee.lineage
    else { return nil }
    return stack.pointee.ids.firstIndex(of: identity.id)
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    if element.mayHost {
      _ = inspect(action) { stackAction in
        guard case .element(let id, let elementAction) = stackAction else { return }
        elements.read(state) { stack in
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

  override func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    if element.mayHost {
      _ = inspect(action) { stackAction in
        guard case .element(let id, let elementAction) = stackAction else { return }
        guard let living = newestChild(id, of: incarnation) else { return router.isUnsure = true }
        element.guess(elementAction, living, router)
      }
    }
    if parent.mayHost { parent.guess(action, incarnation, router) }
  }

  /// Returns the child of an id on the stack that the newest child is on, if it has one.
  private func newestChild(_ id: StackElementID, of incarnation: Incarnation) -> Incarnation? {
    guard let newest = incarnation.onlyChild(at: site)?.step?.identity?.base as? StackIdentity
    else { return nil }
    return incarnation.child(step(to: id, of: newest.lineage))
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    if incarnation.hasChildren {
      elements.read(state) { stack in
        for (step, living) in incarnation.children(at: site) {
          if let position = position(step, stack) {
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

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    if element.mayHost, incarnation.isWatched {
      elements.read(state) { stack in
        for living in incarnation.watchedChildren(at: site) {
          guard let step = living.step, let position = position(step, stack) else {
            continue
          }
          stack.pointee.readElement(at: position) { element.reconcile($0, living) }
        }
      }
    }
    parent.reconcile(state, incarnation)
  }

  override func step(
    at position: Int, _ stack: UnsafeMutablePointer<Stack>
  ) -> IncarnationStep {
    step(to: stack.pointee.ids[position], of: stack.pointee.lineage)
  }

  override func embed(
    _ effect: Effect<ElementAction>, at position: Int, _ stack: UnsafeMutablePointer<Stack>
  ) -> Effect<Action> {
    embed(effect, stack.pointee.ids[position], stack.pointee.lineage)
  }

  override func noteMembers(
    _ stack: UnsafeMutablePointer<Stack>, _ mounted: MountedFeature
  ) -> UnmountedElements {
    let steps = stack.pointee.ids.map { step(to: $0, of: stack.pointee.lineage) }
    mounted.note(steps, membership: nil, at: site)
    return .all
  }
}
