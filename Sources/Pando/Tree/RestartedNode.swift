import PandoHosting

/// A feature that would be hosted, in a store that hosts nothing: it is told of a restart as a hosted one is.
final class RestartedNode<State, Action>: ForwardingNode<State, Action> {
  private let interrupted: @Sendable (HostedLoss) -> Action

  init(_ base: Node<State, Action>, _ interrupted: @escaping @Sendable (HostedLoss) -> Action) {
    self.interrupted = interrupted
    super.init(base)
  }

  override var mayMount: Bool { true }

  override var mayMountAgain: Bool { base.mayMountAgain }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    if mounted.isRestart { return .send(interrupted(.byRestart)) }
    return base.mayMount ? base.mount(state, mounted) : .none
  }
}

extension HostedLoss {
  /// The loss of effects with the process of the store.
  static var byRestart: HostedLoss {
    HostedLoss(worker: "", cause: .restarted, blame: .innocent)
  }
}
