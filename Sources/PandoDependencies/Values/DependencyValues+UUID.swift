import FoundationEssentials

extension DependencyValues {
  /// Makes identities. A test must override it, for instance with `.incrementing`.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }
}

private enum UUIDKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
}
