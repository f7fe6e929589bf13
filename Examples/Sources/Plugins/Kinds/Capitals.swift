package import Pando

/// Writes a text in capitals.
@Reducer
package struct Capitals {
  package struct State: Codable, Equatable, Sendable {}
  package typealias Action = PluginAction

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .given(let text) = action else { return .none }
      return .send(.gave(text.uppercased()))
    }
  }
}
