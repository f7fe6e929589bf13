extension Reducer
where Self: SendableMetatype, State: Codable & Equatable & Sendable, Action: Codable & Sendable {
  /// Runs this feature in a worker process, and tells it how its effects were lost.
  ///
  /// The same as with an action for `interrupted`, but that the action which tells the feature of lost effects is made of
  /// the loss: of its cause, and of the part that this child has in it.
  ///
  /// - Parameter interrupted: Makes the action that is sent to the feature when a worker went away while effects of
  ///   the feature ran on it, after the feature was given to another.
  @inlinable
  public func hosted(
    on labels: [String] = [],
    placement: HostedPlacement<State> = .leastLoaded,
    interrupted: @escaping @Sendable (_ loss: HostedLoss) -> Action,
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
      interrupted: interrupted,
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
