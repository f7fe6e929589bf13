import PandoHosting
import PandoWire

/// A feature whose actions are reduced by its host; here the host's results are put in place.
final class HostedNode<State: Codable & Sendable, Action: Codable & Sendable>: Node<State, Action>,
  HostedNodeDescription
{
  let site: Int
  private let local: Node<State, Action>
  private let localLogic: Node<State, Action>.Logic
  private let placement: HostedPlacement<State>
  let interrupted: (@Sendable (HostedLoss) -> Action)?
  var location: OperatorLocation { options.location }
  private let access: HostedStateAccess<State>
  private let actionCoding: ValueCoding<Action>
  let options: LaneOptions
  private let onCrash: CrashPolicy<State, Action>
  /// True if its own children may have incarnations here: it ran here, sent what this process reduced, or was mounted.
  private var knowsChildren = false
  package private(set) var clientReductionCount = 0
  /// True if the state's type was looked at for classes.
  var isStateChecked = false
  let feature: any HostedFeature

  init(
    site: Int, feature: any HostedFeature, local: Node<State, Action>,
    placement: HostedPlacement<State>, interrupted: (@Sendable (HostedLoss) -> Action)?,
    timeout: Duration, effectLimits: EffectLimits, order: HostedOrder,
    onCrash: CrashPolicy<State, Action>, isPresented: Bool,
    coding: FeatureCoding<State, Action>, location: OperatorLocation
  ) {
    options = LaneOptions(
      site: site, feature: feature, isPresented: isPresented, order: order, timeout: timeout,
      effectLimits: effectLimits, fallsBackToProcess: onCrash.fallsBackToProcess, location: location
    )
    self.onCrash = onCrash
    self.site = site
    self.local = local
    localLogic = local.logic
    self.placement = placement
    self.interrupted = interrupted
    self.feature = feature
    access = HostedStateAccess(coding.state)
    actionCoding = coding.action
    super.init(mayHost: true)
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    visit(self)
  }

  override func route(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ incarnation: Incarnation,
    _ router: Router
  ) {
    if router.isAsking, router.isAsked(of: incarnation.lane(at: site)) {
      return router.answer { feature.contains($0, in: state) }
    }
    do {
      let encoded = try router.encode(action)
      let lane = try lane(of: incarnation, state: state, router.driver)
      if !lane.isInProcess, !mayWait(lane, router) { try lane.synchronise(with: state) }
      router.add(lane, encoded)
    } catch {
      // As its policy wants, the action is reduced here when it commits, which tells why.
      if !options.fallsBackToProcess { router.problem = problem(of: incarnation, error) }
    }
  }

  override func guess(_ action: Action, _ incarnation: Incarnation, _ router: Router) {
    var isGuessed = false
    _ = incarnation.withLane(at: site) {
      isGuessed = $0.takesRuns && router.guess($0, action, actionCoding)
    }
    if !isGuessed { router.isUnsure = true }
  }

  /// Returns whether a change of shared values need not be told yet: the lane has actions in
  /// flight, and it is asked again when the action comes to the head. Else each action that is sent
  /// while others change the values would squash all that are in flight.
  @inline(__always)
  private func mayWait(_ lane: AnyLane, _ router: Router) -> Bool {
    lane.holdsShared && router.isDispatching && lane.machine.count > 0
  }

  override func reconcile(_ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation) {
    _ = incarnation.withLane(at: site) { lane in
      guard lane.watch != .none, !lane.isShownLater else { return }
      // Lanes at this site are made below, with these types.
      unsafeDowncast(lane, to: Lane<State, Action>.self).reconcile(with: state)
    }
  }

  @inline(__always)
  private func lane(
    of incarnation: Incarnation, state: UnsafeMutablePointer<State>, _ driver: any LaneDriver
  ) throws(WireError) -> AnyLane {
    if let lane = incarnation.lane(at: site) { return lane }
    return try firstLane(of: incarnation, state: state, driver)
  }

  @inline(never)
  private func firstLane(
    of incarnation: Incarnation, state: UnsafeMutablePointer<State>, _ driver: any LaneDriver
  ) throws(WireError) -> AnyLane {
    warnOfReferences(driver)
    let sharedCount = SharedCoding.count
    let encoded = try SharedCoding.encodeForHost(state.pointee)
    let lane = makeLane(of: incarnation, base: encoded, state: state.pointee, driver)
    lane.noteShared(since: sharedCount)
    return lane
  }

  @inline(never)
  func makeLane(
    of incarnation: Incarnation, base: [UInt8], state: State?, _ driver: any LaneDriver
  ) -> Lane<State, Action> {
    let lane = Lane<State, Action>(
      id: driver.makeLaneID(), incarnation: incarnation, driver: driver, options: options,
      group: placement.group(of: state, feature.descriptor), base: base, state: state,
      interrupted: interrupted, mounts: local.mayMount, access: access)
    incarnation.lanes.append(lane)
    driver.register(lane)
    return lane
  }

  override func reduce(_ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass)
    -> Effect<Action>
  {
    if let lane = pass.lanes.lentLane(at: site) {
      var effect = Effect<Action>.none
      lane._withUnsafeGuaranteedRef { effect = reduce(state, action, $0, pass) }
      return effect
    }
    // No worker can reduce it, and its parents are told.
    if pass.failure != nil { return .none }
    return reduceByClient(state, action, nil, pass)
  }

  @inline(__always)
  private func reduce(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ lane: AnyLane, _ pass: Pass
  ) -> Effect<Action> {
    if lane.isInProcess { return reduceHere(state, action, lane, pass) }
    guard (try? lane.isInSync(with: state)) == true else {
      lane.unprepareHead()
      // A reducer before this one may have stopped the store, too.
      return lane.isAccepting
        ? reduceByClient(state, action, lane, pass) : reduceHere(state, action, lane, pass)
    }
    if lane.machine.isHeadPlain {
      lane.commitHead(into: state)
      return .none
    }
    // None of a lane that has been closed: a reducer before this one has stopped the store.
    guard let result = lane.machine.headResult else {
      return reduceHere(state, action, lane, pass)
    }
    let sequence = lane.machine.first
    lane.commitHead(into: state)
    return follow(result, sequence, lane, pass)
  }

  override func recover(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ pass: Pass
  ) -> Effect<Action> {
    guard let reason = pass.failure else { return .none }
    switch onCrash.recovery {
    case .change(let recover):
      let answer = recover(&state.pointee, HostedFailure(action: action, reason: reason))
      return answer.map { .send($0) } ?? .none
    case .dismiss:
      guard options.isPresented else {
        warnOfDismissal(pass)
        return .none
      }
      return .run { _ in await EffectContext.current?.dismiss?() }
    case .inProcess:
      return .none
    }
  }

  private func follow(
    _ result: HostedResult, _ sequence: SequenceNumber, _ lane: AnyLane, _ pass: Pass
  ) -> Effect<Action> {
    for warning in result.warnings.prefix(lane.takeWarnings(result.warnings.count)) {
      pass.warn(location, warning)
    }
    let cancels = result.cancels.map { [site] bytes in
      Effect<Action>(.cancelEncoded(EncodedCancelID(bytes: bytes), from: site))
    }
    // Lanes at this site are made below, with these types.
    let lane = unsafeDowncast(lane, to: Lane<State, Action>.self)
    let sends = lane.takeSends().map { action, origin in
      Effect<Action>(.sendFromHost(action, HostOrigin(lane: lane.id, origin: origin)))
    }
    return held(.answered(lane.id, sequence, effectCount: result.effectCount)).merge(
      with: .merge(cancels + sends))
  }

  /// Returns the effect that stands for those that wait on the worker for the commit.
  private func held(_ ticket: HostedTicket) -> Effect<Action> {
    if case .answered(_, _, effectCount: 0) = ticket { return .none }
    return Effect(
      .hosted(
        HostedEffects(ticket: ticket) { action in
          guard let action = action as? Action else {
            preconditionFailure("a lane decodes actions of its own feature")
          }
          return action
        }))
  }

  // MARK: - An earlier reducer changed the state

  /// Gives the in-process answer when the worker could not have known the state.
  private func reduceByClient(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ lane: AnyLane?, _ pass: Pass
  ) -> Effect<Action> {
    clientReductionCount += 1
    let (base, encoded): ([UInt8], [UInt8])
    do {
      base = try SharedCoding.encodeForHost(state.pointee)
      encoded = try WireEncoder.encode(action)
    } catch {
      warnOfEncoding(error, pass)
      return reduceHere(state, action, lane, pass)
    }
    // Shared values change without any reducer, too.
    if lane?.holdsShared != true { warnOfOrder(pass) }
    let effect = localLogic(state, action, pass.below(.elsewhere))
    do {
      let outcome = try SharedCoding.encodeForHost(state.pointee)
      let commit = ClientCommit(
        action: HostedAction(bytes: ByteString(encoded)), base: base, outcome: outcome,
        dispatchedOn: lane?.id)
      let rest = effect.withoutWork(at: site)
      if !rest.isNone { knowsChildren = true }
      // The lane counts this action as committed before it takes those that it sent.
      lane?.head = .wasReducedByClient
      return held(.byClient(commit, self)).merge(with: rest)
    } catch {
      // It is reduced once all the same, and its effects run here.
      warnOfEncoding(error, pass)
      keepHere(lane)
      return effect
    }
  }

  /// Reduces in this process, where the effects run too.
  @inline(never)
  private func reduceHere(
    _ state: UnsafeMutablePointer<State>, _ action: Action, _ lane: AnyLane?, _ pass: Pass
  ) -> Effect<Action> {
    keepHere(lane)
    return localLogic(state, action, pass.below(.now))
  }

  /// Takes the oldest action away from the worker, as this process reduces it and runs its effects.
  private func keepHere(_ lane: AnyLane?) {
    knowsChildren = true
    guard let lane, lane.isAccepting else { return }
    lane.head = .hasLeft
    if !lane.traces.isEmpty { lane.noteWithdrawal(at: 0, reason: "the client reduced it") }
    lane.handle(.withdraw(at: 0))
  }

  override var mayMount: Bool { local.mayMount }

  override var mayMountAgain: Bool { local.mayMountAgain }

  /// The client alone mounts, by what has committed; the action goes to the worker as any other does.
  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    if mounted.isRestart { return interrupted.map { .send($0(.byRestart)) } ?? .none }
    let effect = local.mount(
      state, mounted.onlyChild(IncarnationStep(site: site, identity: nil)))
    // The feature's own children send it.
    if !effect.isNone { knowsChildren = true }
    return effect
  }

  override func sweep(
    _ state: UnsafeMutablePointer<State>, _ incarnation: Incarnation, _ ended: inout [Incarnation]
  ) {
    if knowsChildren { local.sweep(state, incarnation, &ended) }
  }

  override func contains(
    _ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>
  ) -> Bool? {
    knowsChildren ? local.contains(state, steps) : nil
  }
}
