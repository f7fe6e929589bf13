extension Effect {
  /// Runs the effect after a pause, unless another comes under the same identity meanwhile, which
  /// then takes its place.
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - duration: How long it has to stay the last one.
  ///   - clock: What measures the pause.
  public func debounce<C: Clock>(
    id: some Hashable & Sendable, for duration: C.Duration, clock: C
  ) -> Effect where C.Duration: Sendable {
    debounced(by: CancelID(id)) { try await clock.sleep(for: duration) }
  }

  /// Runs the effect after a pause, unless another comes under the same identity meanwhile, which
  /// then takes its place.
  ///
  /// It takes a clock whose type is not known, such as that of a dependency.
  ///
  /// ```swift
  /// @Dependency(\.continuousClock) var clock
  ///
  /// return .send(.search).debounce(id: CancelID.search, for: .seconds(1), clock: clock)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - duration: How long it has to stay the last one.
  ///   - clock: What measures the pause.
  @_disfavoredOverload
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Effect {
    debounced(by: CancelID(id)) { try await clock.sleep(for: duration) }
  }

  /// Runs the effect after a pause that the dependency ``DependencyValues/continuousClock`` measures,
  /// unless another comes under the same identity meanwhile, which then takes its place.
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - duration: How long it has to stay the last one.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Effect {
    debounced(by: CancelID(id)) {
      try await DependencyValues.current.newest.continuousClock.sleep(for: duration)
    }
  }

  private func debounced(
    by id: CancelID, _ pause: @escaping @Sendable () async throws -> Void
  ) -> Effect {
    if isNone { return self }
    // What is told of the pause is told of the effect that it holds up.
    let runs = self.runs
    let place = runs.lazy.compactMap(\.location).first ?? .here()
    let pause = Effect.run(
      priority: runs.first?.priority, operation: { _ in try await pause() },
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    let paced = pause.concatenate(with: self)
    // The identity as it is: `cancellable(id:)` would make another of it.
    return Effect(.cancellable(paced, id: id, inFlight: .cancelled))
  }
}
