package import Pando

/// Leaves the second word of a text. It has a fault, as plug-ins of others do: a text of one word ends its process.
@Reducer
package struct Second {
  package struct State: Codable, Equatable, Sendable {}
  package typealias Action = PluginAction

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .given(let text) = action else { return .none }
      return .send(.gave(String(text.split(separator: " ")[1])))
    }
  }
}
