import PandoHosting
import PandoWire

/// The worker side of one hosted incarnation: reduces ahead, and starts effects after the commit.
final class FeatureHost<State: Codable & Sendable, Action: Codable & Sendable>: AnyHost {
  let root: Node<State, Action>
  private let logic: Node<State, Action>.Logic
  let coding: FeatureCoding<State, Action>
  let pass = Pass(.withCommit)
  unowned let session: HostSession
  let outlet: SessionOutlet
  /// The dependencies that the tree was built with.
  let dependencies = DependencyValues.current
  /// The same for what is presented inside.
  lazy var presentedDependencies = dependencies.presented

  @exclusivity(unchecked)
  var machine: HostMachine
  /// At a fixed address, so that it is changed in place.
  let state: UnsafeMutablePointer<State>
  /// Finds what changes in a large state; nil until an action was reduced.
  @exclusivity(unchecked)
  var fields: FieldwiseEncoding?
  /// The root of what lives inside; there once an action wanted something.
  private var ownTree: Incarnation?
  var tree: Incarnation {
    if let ownTree { return ownTree }
    let made = Incarnation()
    ownTree = made
    return made
  }
  /// True if anything lives inside.
  private var hasChildren: Bool { ownTree?.hasChildren ?? false }
  /// Of the actions that want something; most do not, and then nothing here is touched.
  @exclusivity(unchecked)
  var held: [UncommittedEffects<Action>] = []
  @exclusivity(unchecked)
  var heldCount = 0
  /// The effects and reports of the action that was just reduced.
  @exclusivity(unchecked)
  private var latest: UncommittedEffects<Action>?

  /// The incarnations inside that the client may name, by token.
  @exclusivity(unchecked)
  var incarnations: [UInt64: Incarnation] = [:]

  /// Tells copies of shared values in the state which thread may change them.
  let shared = SharedHost()

  private var isEnded = false

  /// Nil where effects start with their commits.
  var gate: HostGate?

  @exclusivity(unchecked)
  var samplers: HostSamplers

  init(
    _ request: OpenRequest, root: Node<State, Action>, coding: FeatureCoding<State, Action>,
    snapshot: [UInt8], session: HostSession
  ) throws(WireError) {
    self.root = root
    self.coding = coding
    logic = root.logic
    self.session = session
    outlet = session.outlet
    samplers = HostSamplers(session, request)
    let initial = try shared.decode(State.self, from: snapshot)
    state = .allocate(capacity: 1)
    state.initialize(to: initial)
    machine = HostMachine(
      epoch: request.epoch, next: request.next, snapshot: snapshot,
      selfDispatches: request.selfDispatches)
    super.init(request, of: session)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  override var figures: HostFigures {
    HostFigures(held: machine.heldCount, byteCount: machine.byteCount)
  }

  override func handle(_ event: HostEvent) {
    session.watch?(machine, event)
    var directives: [HostDirective] = []
    let rewriteCount = machine.rewriteCount
    machine.handle(event, &directives)
    if machine.rewriteCount != rewriteCount { session.countRewritten() }
    // A state that cannot be decoded ends the host.
    for directive in directives where !isEnded {
      carryOut(directive)
    }
  }

  private func carryOut(_ directive: HostDirective) {
    switch directive {
    case .start(let sequence): committed(through: sequence)
    case .squash(let sequence): squash(from: sequence)
    case .restore(let bytes): restore(bytes)
    case .refuse(let reason): session.refuse(reason)
    }
  }

  // MARK: - Reducing

  override func reduce(
    _ heading: ActionHeading, _ origin: Origin, _ bytes: UnsafeRawBufferPointer,
    in session: HostSession
  ) {
    reduceNext(heading, origin, bytes, session)
  }

  override func reduceRun(
    _ heading: inout ActionHeading, _ origin: Origin, _ bytes: UnsafeRawBufferPointer,
    _ reader: inout WireReader, in session: HostSession
  ) throws(WireError) {
    var (origin, bytes) = (origin, bytes)
    while true {
      reduceNext(heading, origin, bytes, session)
      // A host that has failed ended, which is work for later.
      guard session.mayGoOn, let next = try reader.readShortBytes() else { return }
      session.countReduced()
      heading = heading.next
      (origin, bytes) = (.feature, next)
    }
  }

  @inline(__always)
  private func reduceNext(
    _ heading: ActionHeading, _ origin: Origin, _ bytes: UnsafeRawBufferPointer,
    _ session: HostSession
  ) {
    let (epoch, sequence) = (heading.epoch, heading.sequence)
    if !machine.takes(epoch, sequence) {
      if machine.hasUnconfirmed {
        handle(.dispatched(epoch, sequence))
        if isEnded { return }
      }
      if let reason = machine.refusal(epoch, sequence) { return session.refuse(reason) }
    }
    guard isLiving(origin) else {
      _ = machine.dropped()
      return session.write(heading, HostedResult(isDropped: true))
    }
    do {
      try reduce(sequence, bytes)
      if latest == nil, !pass.holdsOutput, try answerPlainly(heading, session) { return }
      session.write(heading, try describeReduced().1)
    } catch {
      session.fail(lane, reason: "\(error)")
    }
  }

  /// Runs the reducer for the next action, and plans what is to follow its commit.
  @inline(__always)
  private func reduce(
    _ sequence: SequenceNumber, _ bytes: UnsafeRawBufferPointer
  ) throws(WireError) {
    BlackBox.reduces(machine.epoch, sequence)
    try coding.action.lend(bytes) { action in
      if shared.holdsShared { shared.begin() }
      let start = samplers.times.begin()
      let costStart = samplers.costs.begin()
      let effect = logic(state, action.pointee, pass)
      if let costStart { spend(since: costStart, on: action.pointee) }
      if let start { samplers.times.end(start) }
      if shared.holdsShared { shared.end() }
      if latest != nil { latest = nil }
      if !effect.isNone || hasChildren || pass.holdsOutput { plan(effect, sequence) }
    }
  }

  /// Counts the next action as reduced, and returns what it brings the client.
  private func describeReduced() throws(WireError) -> (SequenceNumber, HostedResult) {
    let (sequence, patch) = try reduced()
    if latest == nil, !pass.holdsOutput { return (sequence, HostedResult(plain: patch)) }
    return (sequence, try describe(latest, patch))
  }

  override func selfDispatch(
    _ origin: Origin, _ bytes: UnsafeRawBufferPointer
  ) -> SelfDispatch? {
    guard machine.maySelfDispatch(), isLiving(origin) else { return nil }
    let (epoch, next, basis) = (machine.epoch, machine.next, machine.oldestUnconfirmed)
    do {
      try reduce(next, bytes)
      let (sequence, result) = try describeReduced()
      return SelfDispatch(epoch: epoch, sequence: sequence, basis: basis, result: result)
    } catch {
      // Where the client dispatches it, it hears why this cannot be.
      _ = pass.takeWarnings()
      _ = pass.takePrintouts()
      handle(.takenBack(from: next))
      return nil
    }
  }

  private func plan(_ effect: Effect<Action>, _ sequence: SequenceNumber) {
    var plan = Plan<Action>()
    root.sweep(state, tree, &plan.ended)
    let effect = session.currentTrace?.traced(effect) ?? effect
    plan.add(effect, root: root, state: state, tree: tree) { step, parent in
      step.token(below: parent.token)
    }
    for child in plan.created { incarnations[child.token] = child }
    hold(UncommittedEffects(sequence: sequence, plan: plan, printouts: pass.takePrintouts()))
  }

  private func hold(_ held: UncommittedEffects<Action>) {
    if held.plan.isEmpty, held.plan.created.isEmpty, held.printouts.isEmpty { return }
    latest = held
    self.held.append(held)
    heldCount += 1
  }

  // MARK: - Going back

  private func restore(_ bytes: [UInt8]) {
    fields = nil
    do {
      state.pointee = try shared.decode(State.self, from: bytes)
    } catch {
      session.fail(lane, reason: "\(error)")
      return
    }
    guard hasChildren else { return }
    // Children that the client's change took away: it has committed, so they end now.
    var ended: [Incarnation] = []
    root.sweep(state, tree, &ended)
    guard gate != nil else { return ended.forEach(end) }
    if ended.isEmpty { return }
    held.append(UncommittedEffects(ended, sequence: machine.next.previous, epoch: machine.epoch))
    heldCount += 1
  }

  override func release(_ epoch: Epoch, through sequence: SequenceNumber) {
    gate = HostGate(
      committed: gate?.committed ?? sequence, epoch: max(gate?.epoch ?? epoch, epoch),
      released: max(gate?.released ?? sequence, sequence))
    startReleased()
  }

  override func cancel(_ target: CancelTarget) {
    let uncrossable: [EncodedCancelID] = session.change(effects) { _ in
      switch target {
      case .sequence(let sequence):
        if let index = held.firstIndex(where: { $0.sequence == sequence && $0.epoch == nil }) {
          held[index].isCancelled = true
        } else {
          effects.runningIfAny?.cancel(taggedBy: { $0 == sequence })
        }
        return []
      case .id(let encoded):
        return effects.running.cancel(EncodedCancelID(bytes: encoded), in: tree)
      }
    }
    for id in uncrossable { session.deferLater { $0.add(call: id.reportUncrossable) } }
  }

  override func end() -> Int {
    isEnded = true
    held.removeAll()
    heldCount = 0
    return session.change(effects) { _ in effects.end() }
  }
}
