extension AnyCasePath where Value == Void {
  /// A case path to a case without a payload.
  @inlinable
  public init(
    embed: @escaping @Sendable () -> Root,
    matches: @escaping @Sendable (Root) -> Bool
  ) {
    self.init(embed: { _ in embed() }, extract: { matches($0) ? () : nil })
  }

  /// A case path to a case without a payload as `@CasePathable` writes it, whose closures capture
  /// nothing but type parameters.
  @inlinable
  public init(
    uncheckedEmbed embed: @escaping () -> Root,
    matches: @escaping (Root) -> Bool
  ) {
    self.init(uncheckedEmbed: { _ in embed() }, extract: { matches($0) ? () : nil })
  }

  /// The case, which has no payload.
  @inlinable
  public func embed() -> Root {
    embedding(())
  }
}
