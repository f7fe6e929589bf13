/// A feature that sends itself an action when it is mounted.
final class OnMountNode<State, Action>: ForwardingNode<State, Action> {
  private typealias Inspection<Value> = (Action, (Value) -> Void) -> Bool

  private let site: Int
  private let action: AnyCasePath<Action, Void>
  /// The path's own closure: calling it by way of the path asks the runtime for the path's type.
  private let inspect: Inspection<Void>
  private let id: ((State) -> AnyHashable)?
  private let dismount: (@Sendable () async -> Void)?

  init(
    site: Int, base: Node<State, Action>, action: AnyCasePath<Action, Void>,
    id: ((State) -> AnyHashable)?, dismount: (@Sendable () async -> Void)?
  ) {
    self.site = site
    self.action = action
    inspect = action.inspection
    self.id = id
    self.dismount = dismount
    super.init(base)
  }

  override var mayMount: Bool { true }

  override var mayMountAgain: Bool { id != nil || base.mayMountAgain }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    if mounted.isRestart { return base.mount(state, mounted) }
    let isNew = mounted.begin(at: site, id: id.map { $0(state.pointee) })
    let effect: Effect<Action> = isNew ? .send(action.embed(())) : .none
    return base.mayMount ? effect.merge(with: base.mount(state, mounted)) : effect
  }

  override func reduce(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    let effect = baseLogic(state, action, pass)
    return inspect(action) { _ in } ? living(effect) : effect
  }

  /// Returns the effect as one that lives as long as the feature is mounted.
  private func living(_ effect: Effect<Action>) -> Effect<Action> {
    var effect = effect
    if let dismount {
      effect = effect.merge(
        with: .run { _ in
          // Nothing ever comes: the wait ends when the effect is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          await dismount()
        })
    }
    return effect.cancellable(id: MountID(site: site), cancelInFlight: true)
  }
}
