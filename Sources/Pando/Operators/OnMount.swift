extension Reducer where Action: CasePathable {
  /// Has a feature send itself an action when it is mounted: when a store begins with its state, or a
  /// commit brings that into the state of its parent.
  ///
  /// What the reducer returns for the action lives as long as the feature: it ends when the feature's state
  /// goes, as all effects do.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   switch action {
  ///   case .mounted:
  ///     return .run { send in
  ///       for await quote in quotes.stream() { await send(.quote(quote)) }
  ///     }
  ///   ...
  /// }
  /// .onMount(\.mounted)
  /// ```
  ///
  /// The action goes directly behind the one that brought the state, before everything that was sent
  /// later. Features that one commit brings mount in the order of the body: before the children
  /// that the operator is applied around. It is an action like any other: a hosted feature's worker
  /// reduces it, and a test receives it.
  ///
  /// An effect that runs on a worker ends with it. So when a hosted feature loses effects that way, it is
  /// mounted again: it, and each child of it that mounts, sends its action once more, behind what
  /// was sent until then. Where it starts effects that end one worker after another, it waits in between
  /// as `hosted(interrupted:)` does, and fails in the end.
  ///
  /// The effects that an earlier action of the kind started are cancelled when it comes again.
  ///
  /// Complexity: A commit looks once for each such operator in features that are there. Rows of a
  /// `forEach` are looked at only when rows came or went, unless they mount by an `id` or have children
  /// that mount: then every commit looks at all, and that n of them come costs n looks at n rows.
  ///
  /// - Parameter action: The action to send, a case without a value.
  /// - Returns: The feature that mounts; ``OnMount/onDismount(_:)`` adds what ends it.
  public func onMount(
    _ action: CaseKeyPath<Action, Void>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> OnMount<Self> {
    OnMount(
      base: self, action: AnyCasePath(action), id: nil,
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Has a feature send itself an action when it is mounted, and again when a commit changes a value of
  /// its state: see `Reducer.onMount(_:)`.
  ///
  /// The effects that the action started for the value before are cancelled.
  ///
  /// - Parameters:
  ///   - id: Returns the value. It is asked in every commit, inside the store's lock: it must be
  ///     quick.
  ///   - action: The action to send, a case without a value.
  public func onMount<ID: Hashable & Sendable>(
    id: @escaping @Sendable (State) -> ID,
    _ action: CaseKeyPath<Action, Void>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> OnMount<Self> {
    OnMount(
      base: self, action: AnyCasePath(action), id: { AnyHashable(id($0)) },
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A feature that sends itself an action when it is mounted. Made by `Reducer.onMount(_:)`.
public struct OnMount<Base: Reducer>: Reducer {
  let base: Base
  let action: AnyCasePath<Base.Action, Void>
  /// Returns the value whose change mounts the feature again; nil where none does.
  let id: ((Base.State) -> AnyHashable)?
  let location: OperatorLocation
  private(set) var dismount: (@Sendable () async -> Void)?

  init(
    base: Base, action: AnyCasePath<Base.Action, Void>, id: ((Base.State) -> AnyHashable)?,
    location: OperatorLocation
  ) {
    self.base = base
    self.action = action
    self.id = id
    self.location = location
  }

  /// Runs an operation when the feature is dismounted: when its state has gone, when it is mounted again, or
  /// when the store ends.
  ///
  /// It runs where the feature's effects run: a hosted feature's on its worker. It runs in a task that is
  /// cancelled, and can send nothing, as there is no feature left to send to.
  ///
  /// It belongs to the effects of the mounting action, and runs once for each time that these started. It does not
  /// run where the commit of that action removes the feature, where whoever sent the action cancels it, or where the
  /// worker dies. It may not run where a hosted feature is removed right afterwards, as its worker hears of both
  /// at once.
  ///
  /// - Parameter operation: Gives back what the feature holds; it must end soon.
  public func onDismount(_ operation: @escaping @Sendable () async -> Void) -> OnMount {
    var copy = self
    copy.dismount = { [dismount] in
      await dismount?()
      await operation()
    }
    return copy
  }

  /// Reduces an action, as a store would.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension OnMount: NodeProvider {
  package func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    let site = tree.makeSite()
    tree.noteMount()
    let base = tree.node(for: base)
    if base is any HostedNodeDescription { reportOutside() }
    return OnMountNode(site: site, base: base, action: action, id: id, dismount: dismount)
  }

  private func reportOutside() {
    location.report(
      """
      An "onMount" at "\(location.fileID):\(location.line)" stands around a "hosted()".

      What it starts would go on where the feature's worker cancels it, and would not start again when that \
      dies. Write "onMount" in the feature's own "body", or ahead of "hosted()".
      """)
  }
}
