extension Effect {
  /// Makes the effect one that `Effect.cancel(id:)` ends.
  ///
  /// An identity counts for the feature that uses it and its parents: two rows may use the same.
  ///
  /// Where the effect stands behind one that takes time in a `concatenate`, what it ends when it starts is what a
  /// running effect ends: see ``cancel(id:)``.
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
  ///
  /// Of a feature whose state is always there, such as the child of a `Scope`, the identities are its
  /// parent's too. Where it is hosted, what its reducer returns is carried out on its worker and in the
  /// parent's process, as far as the identity is `Codable`. What an effect carries out while it runs, as
  /// this does behind one that takes time in a `concatenate`, ends effects on the worker alone.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(CancelID(id)))
  }
}
