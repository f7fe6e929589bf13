extension Effect {
  /// Lets the effect, and all others under the same identity, send one action in each interval.
  ///
  /// The first action goes through at once. Those that follow within the interval wait for its end,
  /// where one of them goes through and the others are dropped; `send` does not wait for that. An effect
  /// that is throttled under the identity ends those before it, but an action of theirs that waits keeps its
  /// place. Where they are cancelled otherwise, that is dropped too.
  ///
  /// Each effect brings its interval and its clock: what it sends waits until that interval has passed since
  /// the last action. Where the clock is another object than before, intervals begin anew, and an action that
  /// waits waits for a whole one.
  ///
  /// What it sends goes through a running effect, even where that would be ``Effect/send(_:)``.
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - interval: The least time between two actions.
  ///   - clock: What measures the interval.
  ///   - latest: Whether the last of the actions that wait goes through, or the first.
  public func throttle<C: Clock>(
    id: some Hashable & Sendable, for interval: C.Duration, clock: C, latest: Bool
  ) -> Effect where C.Duration: Sendable {
    throttled(by: CancelID(id)) { id, effect, send in
      await Throttle.perform(
        effect, under: id, clock: clock, duration: interval, latest: latest, send)
    }
  }

  /// Lets the effect, and all others under the same identity, send one action in each interval.
  ///
  /// It takes a clock whose type is not known, such as that of a dependency, and does what it does
  /// with any other.
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - interval: The least time between two actions.
  ///   - clock: What measures the interval.
  ///   - latest: Whether the last of the actions that wait goes through, or the first.
  @_disfavoredOverload
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Effect {
    throttled(id, clock, interval, latest)
  }

  /// Lets the effect, and all others under the same identity, send one action in each interval, which
  /// the dependency ``DependencyValues/continuousClock`` measures.
  ///
  /// - Parameters:
  ///   - id: The identity; it can be cancelled, too.
  ///   - interval: The least time between two actions.
  ///   - latest: Whether the last of the actions that wait goes through, or the first.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, latest: Bool
  ) -> Effect {
    throttled(id, nil, interval, latest)
  }

  /// - Parameter clock: What measures the interval; nil for the clock in effect when it runs.
  private func throttled(
    _ id: some Hashable & Sendable, _ clock: (any Clock<Duration>)?, _ interval: Duration,
    _ latest: Bool
  ) -> Effect {
    @Sendable func run(
      _ effect: Effect, _ send: Send<Action>, _ id: CancelID, _ clock: some Clock<Duration>
    ) async {
      await Throttle.perform(
        effect, under: id, clock: clock, duration: interval, latest: latest, send)
    }
    return throttled(by: CancelID(id)) { id, effect, send in
      let clock = clock ?? DependencyValues.current.newest.continuousClock
      await run(effect, send, id, clock)
    }
  }

  private func throttled(
    by id: CancelID,
    _ perform: @escaping @Sendable (CancelID, Effect, Send<Action>) async -> Void
  ) -> Effect {
    switch operation {
    case .none, .cancel, .cancelEncoded: return self
    case .send, .sendFromHost, .run, .merge, .cancellable, .owned, .hosted: break
    }
    // The closures inside are `@Sendable`, and it is done once.
    nonisolated(unsafe) let effect = self
    let run = EffectRun(as: runs) { send in
      await perform(id, effect, send)
    }
    return Effect(.cancellable(Effect(.run(run)), id: id, inFlight: .replaced))
  }
}
