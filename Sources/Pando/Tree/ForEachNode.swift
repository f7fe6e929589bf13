import OrderedCollections
import PandoWire

/// A child for each element of a collection: the element first, the parent second.
final class ForEachNode<State, Action, ID: Hashable & Sendable, Element, ElementAction>:
  ElementsNode<
    State, Action, IdentifiedArray<ID, Element>, IdentifiedAction<ID, ElementAction>, ElementAction,
    ID
  >
{
  override var logic: Logic {
    maker.make(
      Parts(
        offset: elements.offset, element: elementLogic, parent: parentLogic,
        aside: { [self] in reduce($0, $1, $2) },
        embed: { [self] _, effect, id in embed(effect, id) }))
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    var effect = Effect<Action>.none
    _ = inspect(action) { identified in
      guard case .element(let id, let elementAction) = identified else { return }
      let changed = change(id, of: state, pass) { elementLogic($0, elementAction, pass) }
      if let changed { effect = changed } else { warnOfMissing(id, elementAction, pass) }
    }
    return effect.merge(with: parentLogic(state, action, pass))
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    _ = inspect(action) { identified in
      guard case .element(let id, let elementAction) = identified else { return }
      effect = change(id, of: state, pass) { element.recover($0, elementAction, pass) } ?? .none
    }
    return effect.merge(with: parent.recover(state, action, pass))
  }

  /// Has `body` change an element where it lies. Returns nil when it is not there.
  private func change(
    _ id: ID, of state: UnsafeMutablePointer<State>, _ pass: Pass,
    _ body: (UnsafeMutablePointer<Element>) -> Effect<ElementAction>
  ) -> Effect<Action>? {
    let index = index(of: id, state)
    guard index >= 0 else { return nil }
    var effect = Effect<ElementAction>.none
    elements.with(state) { elements in
      // Not the result of the call, whose type the runtime would have to find.
      elements.pointee.withElement(at: index) { row in
        effect = self.elements.watch.reduce(state, row, pass) { body(row) }
      }
    }
    return embed(effect, id)
  }

  /// Returns where an element is; negative when it is not there.
  @inline(__always)
  private func index(of id: ID, _ state: UnsafeMutablePointer<State>) -> Int {
    var index = -1
    elements.read(state) { index = $0.pointee.position(of: id) }
    return index
  }

  @inline(__always)
  private func embed(_ effect: Effect<ElementAction>, _ id: ID) -> Effect<Action> {
    if effect.isNone { return .none }
    return effect.map { [path = self.action] in path.embed(.element(id: id, action: $0)) }
      .owned(by: step(for: id))
  }

  private func step(for id: ID) -> IncarnationStep {
    IncarnationStep(site: site, identity: AnyHashable(id))
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    if element.mayHost {
      _ = inspect(action) { identified in
        guard case .element(let id, let elementAction) = identified else { return }
        elements.read(state) { elements in
          let index = elements.pointee.position(of: id)
          if index < 0 { return router.isChildMissing = true }
          let incarnation =
            incarnation.row(id, at: site) ?? incarnation.makeChild(step(for: id), token: 0)
          elements.pointee.readElement(at: index) {
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
      _ = inspect(action) { identified in
        guard case .element(let id, let elementAction) = identified else { return }
        guard let living = incarnation.row(id, at: site) else { return router.isUnsure = true }
        element.guess(elementAction, living, router)
      }
    }
    if parent.mayHost { parent.guess(action, incarnation, router) }
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    if incarnation.hasChildren {
      elements.read(state) { sweepElements($0, incarnation, &ended) }
    }
    parent.sweep(state, incarnation, &ended)
  }

  private func sweepElements(
    _ elements: UnsafeMutablePointer<IdentifiedArray<ID, Element>>, _ incarnation: Incarnation,
    _ ended: inout [Incarnation]
  ) {
    let swept = incarnation.sweptMembership[site]
    let membership = elements.pointee.membership
    if swept != membership { incarnation.sweptMembership[site] = membership }
    let change = elements.pointee.lastChange
    if let swept, swept == membership || swept == change.before {
      // What was there is known: nothing but what went since is looked for.
      if swept != membership, let id = change.removed, let gone = incarnation.child(step(for: id)) {
        end(gone, &ended)
      }
    } else {
      for (step, living) in incarnation.children(at: site) {
        if position(step, elements) == nil { end(living, &ended) }
      }
    }
    for (step, living) in incarnation.branchingChildren(at: site) {
      guard let index = position(step, elements) else { continue }
      elements.pointee.readElement(at: index) { element.sweep($0, living, &ended) }
    }
  }

  private func end(_ living: Incarnation, _ ended: inout [Incarnation]) {
    living.end()
    ended.append(living)
  }

  override func position(
    _ step: IncarnationStep, _ elements: UnsafeMutablePointer<IdentifiedArray<ID, Element>>
  ) -> Int? {
    (step.identity?.base as? ID).flatMap { elements.pointee.index(id: $0) }
  }

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    if element.mayHost, incarnation.isWatched {
      elements.read(state) { elements in
        let changed = changedRows(elements, incarnation)
        for living in incarnation.watchedChildren(at: site, isDue: changed != nil) {
          guard let step = living.step, let index = position(step, elements) else { continue }
          elements.pointee.readElement(at: index) { element.reconcile($0, living) }
        }
        changed?.forEach { index in
          let living = incarnation.row(elements.pointee.ids[index], at: site)
          guard let living, living.isWatched else { return }
          elements.pointee.readElement(at: index) { element.reconcile($0, living) }
        }
      }
    }
    parent.reconcile(state, incarnation)
  }

  /// The rows that may have changed; nil where that is not known, as where the array lent is a copy.
  private func changedRows(
    _ elements: UnsafeMutablePointer<IdentifiedArray<ID, Element>>, _ incarnation: Incarnation
  ) -> PositionsOfRows? {
    self.elements.isStored ? incarnation.changedRows(of: &elements.pointee, at: site) : nil
  }

  override func step(
    at position: Int, _ elements: UnsafeMutablePointer<IdentifiedArray<ID, Element>>
  ) -> IncarnationStep {
    step(for: elements.pointee.ids[position])
  }

  override func embed(
    _ effect: Effect<ElementAction>, at position: Int,
    _ elements: UnsafeMutablePointer<IdentifiedArray<ID, Element>>
  ) -> Effect<Action> {
    embed(effect, elements.pointee.ids[position])
  }

  override func noteMembers(
    _ elements: UnsafeMutablePointer<IdentifiedArray<ID, Element>>, _ mounted: MountedFeature
  ) -> UnmountedElements {
    let membership = elements.pointee.membership
    if mounted.membership(at: site) != membership {
      mounted.note(elements.pointee.ids.map(step), membership: membership, at: site)
      return .all
    }
    let forgotten = mounted.takeForgotten(at: site)
    return element.mayMountAgain ? .all : .some(forgotten)
  }
}
