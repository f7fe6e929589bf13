public import Pando

/// A feature that everybody may use.
@Reducer
public struct PublicDetail: Sendable {
  /// Nothing to know.
  public struct State: Equatable, Sendable {}

  /// The actions of the feature.
  public enum Action: Equatable, Sendable {
    /// Does nothing.
    case tap
  }

  /// Makes it.
  public init() {}

  /// Does nothing.
  public var body: some ReducerOf<Self> { EmptyReducer() }
}

/// Public, so that all that is derived must be.
@Reducer(state: .equatable, action: .equatable)
public enum PublicDestination {
  case detail(PublicDetail)
  case none
}

enum Namespace {
  @Reducer
  enum Generic<Value: Codable & Equatable & Sendable> {
    case detail(PublicDetail)
    @ReducerCaseIgnored case value(Value)
  }
}
