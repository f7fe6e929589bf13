import FoundationEssentials

extension DependencyValues {
  /// Makes dates. A test must override it.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}
