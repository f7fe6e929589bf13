extension Effect {
  /// Makes the effect one that `Effect.cancel(id:)` ends.
  ///
  /// An identity counts for the feature that uses it and its parents: two rows may use the same.
  ///
  /// - Parameters:
  ///   - id: The identity; several effects may share it.
  ///   - cancelInFlight: Whether effects under this identity end when this one starts.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    Effect(
      .cancellable(self, id: CancelID(id), inFlight: cancelInFlight ? .cancelled : .kept))
  }

  /// Ends every running effect of this feature, or of a child of it, under an identity.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(CancelID(id)))
  }
}
