/// The requests of one reduce, with every effect resolved to the incarnation it belongs to.
///
/// A store carries it out at once; a host holds it until the commit.
package struct Plan<Action> {
  package enum Operation {
    case send(Action, HostOrigin?, from: Incarnation)
    case start(EffectRun<Action>, owner: Incarnation, ids: [ScopedCancelID])
    /// `isReplaced` of a throttled effect that takes the place of those it cancels.
    case cancel(CancelID, scope: Incarnation, isReplaced: Bool)
    case cancelEncoded(EncodedCancelID, from: Int?, scope: Incarnation)
    case hosted(HostedEffects<Action>, owner: Incarnation)
  }

  package private(set) var operations: [Operation] = []

  /// The incarnations whose state the action took away.
  package var ended: [Incarnation] = []

  /// The incarnations that came into being because an effect belongs to them.
  package private(set) var created: [Incarnation] = []

  package var isEmpty: Bool { operations.isEmpty && ended.isEmpty }

  package init() {}

  /// Resolves an effect. What belongs to a child that is no longer there is left out.
  ///
  /// - Parameters:
  ///   - makeToken: Names an incarnation that comes into being below another.
  mutating func add<State>(
    _ effect: Effect<Action>, root: Node<State, Action>, state: UnsafeMutablePointer<State>,
    tree: Incarnation,
    makeToken: (IncarnationStep, Incarnation) -> UInt64
  ) {
    add(effect, owner: tree, steps: [], ids: [], makeToken: makeToken) { steps in
      // Steps that no operator knows come from a reducer called by hand; nothing speaks against them.
      root.contains(state, steps) ?? true
    }
  }

  private mutating func add(
    _ effect: Effect<Action>, owner: Incarnation, steps: ArraySlice<IncarnationStep>,
    ids: [ScopedCancelID], makeToken: (IncarnationStep, Incarnation) -> UInt64,
    isPresent: (ArraySlice<IncarnationStep>) -> Bool
  ) {
    switch effect.operation {
    case .none:
      break
    case .send(let action):
      operations.append(.send(action, nil, from: owner))
    case .sendFromHost(let action, let origin):
      operations.append(.send(action, origin, from: owner))
    case .run(let run):
      operations.append(.start(run, owner: owner, ids: ids))
    case .merge(let effects):
      for effect in effects {
        add(
          effect, owner: owner, steps: steps, ids: ids, makeToken: makeToken, isPresent: isPresent)
      }
    case .cancellable(let effect, let id, let inFlight):
      if inFlight != .kept {
        operations.append(.cancel(id, scope: owner, isReplaced: inFlight == .replaced))
      }
      add(
        effect, owner: owner, steps: steps,
        ids: ids + [
          ScopedCancelID(id: id, scope: owner, isThrottled: inFlight == .replaced)
        ], makeToken: makeToken, isPresent: isPresent)
    case .cancel(let id):
      operations.append(.cancel(id, scope: owner, isReplaced: false))
    case .cancelEncoded(let id, let site):
      operations.append(.cancelEncoded(id, from: site, scope: owner))
    case .owned(let effect, let step):
      let steps = steps + [step]
      guard isPresent(steps) else { return }
      let child = owner.child(step) ?? makeChild(of: owner, step, makeToken)
      add(
        effect, owner: child, steps: steps, ids: ids, makeToken: makeToken, isPresent: isPresent)
    case .hosted(let effects):
      operations.append(.hosted(effects, owner: owner))
    }
  }

  private mutating func makeChild(
    of owner: Incarnation, _ step: IncarnationStep,
    _ makeToken: (IncarnationStep, Incarnation) -> UInt64
  ) -> Incarnation {
    let child = owner.makeChild(step, token: makeToken(step, owner))
    created.append(child)
    return child
  }
}
