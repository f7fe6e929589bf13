import PandoHosting

extension Reducer
where Self: SendableMetatype, State: Codable & Equatable & Sendable, Action: Codable & Sendable {
  /// Runs this feature in a worker process, with the same results as here.
  ///
  /// Taking it away gives the same program in one process. Use it as the child of `ifLet`, `forEach`
  /// or `Scope`; inside a feature that is itself hosted it has no effect.
  ///
  /// - Parameters:
  ///   - labels: The words that its worker must be labelled with: `program worker --label gpu`. They count where
  ///     somebody else runs the workers; those that a store starts itself are all alike.
  ///   - placement: Which of those workers it goes to: the least loaded, or one that stands to the workers of other
  ///     children, such as another for each, or the same for those with an equal key.
  ///   - interrupted: Sent to the feature when a worker went away while effects of the feature ran on
  ///     it, after the feature was given to another. The state is what was committed; the effects
  ///     are gone, and this is the place to start them again: with `cancelInFlight`, since actions that were
  ///     sent before it commit before it, and may have started some already.
  ///   - order: Whether what is sent later waits for the child's worker.
  ///   - timeout: How long a worker may reduce one action before it is taken to hang, and is ended. Workers
  ///     look ten times a second. Slow is not hung: each answer begins the time anew.
  ///   - cancellationTimeout: How long an effect may take to end once it was cancelled: by its identity, with its child, or at
  ///     its `effectTimeout`. One that takes longer is ended by force: the other children of its worker move to others, and
  ///     the worker's process ends. Work that a part of an effect does under an identity of its own ends with the effect.
  ///   - effectTimeout: How long an effect may run until it is cancelled; nil for as long as it likes.
  ///   - onCrash: What becomes of the child when an action of it cannot be reduced by any worker.
  ///   - sandbox: The rights that the feature has on its worker; nil for those of the program. See ``Sandbox``.
  @inlinable
  public func hosted(
    on labels: [String] = [],
    placement: HostedPlacement<State> = .leastLoaded,
    interrupted: Action? = nil,
    order: HostedOrder = .asSent,
    timeout: Duration = .seconds(60),
    cancellationTimeout: Duration = .seconds(10),
    effectTimeout: Duration? = nil,
    onCrash: CrashPolicy<State, Action> = .drop,
    sandbox: Sandbox? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    Hosted(
      base: self,
      labels: labels,
      placement: placement,
      interrupted: interrupted.map { action -> @Sendable (HostedLoss) -> Action in { _ in action }
      },
      order: order,
      timeout: timeout,
      cancellationTimeout: cancellationTimeout,
      effectTimeout: effectTimeout,
      onCrash: onCrash,
      sandbox: sandbox,
      coding: FeatureCoding(),
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@usableFromInline
struct Hosted<Base: Reducer & SendableMetatype>: Reducer
where Base.State: Codable & Equatable & Sendable, Base.Action: Codable & Sendable {
  let base: Base
  let labels: [String]
  let placement: HostedPlacement<Base.State>
  let interrupted: (@Sendable (HostedLoss) -> Base.Action)?
  let order: HostedOrder
  let timeout: Duration
  let cancellationTimeout: Duration
  let effectTimeout: Duration?
  let onCrash: CrashPolicy<Base.State, Base.Action>
  let sandbox: Sandbox?
  let coding: FeatureCoding<Base.State, Base.Action>
  let location: OperatorLocation

  @usableFromInline
  init(
    base: Base, labels: [String], placement: HostedPlacement<Base.State>,
    interrupted: (@Sendable (HostedLoss) -> Base.Action)?, order: HostedOrder, timeout: Duration,
    cancellationTimeout: Duration, effectTimeout: Duration?,
    onCrash: CrashPolicy<Base.State, Base.Action>, sandbox: Sandbox?,
    coding: FeatureCoding<Base.State, Base.Action>, location: OperatorLocation
  ) {
    self.base = base
    self.labels = labels
    self.placement = placement
    self.interrupted = interrupted
    self.order = order
    self.timeout = timeout
    self.cancellationTimeout = cancellationTimeout
    self.effectTimeout = effectTimeout
    self.onCrash = onCrash
    self.sandbox = sandbox
    self.coding = coding
    self.location = location
  }

  @usableFromInline
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

extension Hosted: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    guard tree.hosts else { return tree.unhostedNode(for: base, interrupted) }
    let site = tree.makeSite()
    var local: Node<Base.State, Base.Action>!
    let dependencies = DependencyRecorder.dependencies(of: base) { local = tree.node(for: base) }
    return HostedNode(
      site: site,
      feature: ReducerFeature(
        sharing: base, dependencies: dependencies, labels: labels, sandbox: sandbox,
        location: location, coding: coding),
      local: local,
      placement: placement,
      interrupted: interrupted,
      timeout: timeout,
      effectLimits: EffectLimits(
        cancellationTimeout: cancellationTimeout, effectTimeout: effectTimeout),
      order: order,
      onCrash: onCrash,
      isPresented: DependencyValues.current.isPresented,
      coding: coding,
      location: location)
  }
}
