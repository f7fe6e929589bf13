public import Pando

@Reducer
public struct PublicDetail: Sendable {
  public struct State: Equatable, Sendable {}
  public enum Action: Equatable, Sendable { case tap }

  public init() {}

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
