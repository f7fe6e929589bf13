import PandoHosting

/// Features that send themselves an action when their state comes.
extension StoreEngine {
  /// Mounts the features that are there to begin with. To be called once, when the hooks are set.
  package func mountFirst() {
    guard mounted != nil else { return }
    commit { sendMounts([], deaths: 0) }
  }

  /// Notes the features that are there to begin with as mounted, and sends nothing: for a store that is sent
  /// what another has committed. To be called in place of ``mountFirst()``.
  package func noteFirstMounts() {
    guard let mounted else { return }
    commit { _ = mount(mounted) }
  }

  /// Adds to a commit's effect what mounts the features whose state it brought.
  @inline(never)
  func mounting(_ effect: Effect<Action>, in mounted: MountedFeature) -> Effect<Action> {
    effect.merge(with: mount(mounted))
  }

  /// Returns what mounts the features whose state has come. Nobody observes what it reads.
  private func mount(_ mounted: MountedFeature) -> Effect<Action> {
    ObservationProbe.untracked { root.mount(state, mounted) }
  }

  /// Mounts a hosted feature again, as its effects ended with their worker.
  ///
  /// - Parameters:
  ///   - trackers: The actions that started them: who waits for those waits for what is started now.
  ///   - deaths: The number of workers that ended with them, where that is too many for the actions to
  ///     be reduced.
  func mountAgain(_ lane: AnyLane, _ trackers: [ActionTracker], deaths: Int) {
    let step = IncarnationStep(site: lane.site, identity: nil)
    mounted?.forget((lane.incarnation.path + [step])[...])
    sendMounts(trackers, deaths: deaths)
  }

  private func sendMounts(_ trackers: [ActionTracker], deaths: Int) {
    let all = ActionTracker(parent: nil)
    for tracker in trackers { all.inherit(workOf: tracker, isReplacement: false) }
    defer { all.release(&aftermath.freed) }
    guard let mounted, !isStopped else { return }
    var plan = Plan<Action>()
    plan.add(mount(mounted), root: root, state: state, tree: tree) { _, _ in 0 }
    for case .send(let action, _, let owner) in plan.operations {
      let pending = pendingAction.init(
        action: action, origin: owner, tracker: ActionTracker(parent: all))
      pending.effectDeaths = UInt8(clamping: deaths)
      pending.trace = tracing?.beginOutside(action)
      append(pending)
    }
  }
}
