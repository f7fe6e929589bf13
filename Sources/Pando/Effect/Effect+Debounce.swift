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
    if isNone { return self }
    return Effect.run { _ in try await clock.sleep(for: duration) }
      .concatenate(with: self)
      .cancellable(id: id, cancelInFlight: true)
  }

  /// Runs the effect after a pause that the dependency ``DependencyValues/continuousClock`` measures,
  /// unless another comes under the same identity meanwhile, which then takes its place.
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - duration: How long it has to stay the last one.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Effect {
    if isNone { return self }
    return Effect.run { _ in
      try await DependencyValues.current.continuousClock.sleep(for: duration)
    }
    .concatenate(with: self)
    .cancellable(id: id, cancelInFlight: true)
  }
}
