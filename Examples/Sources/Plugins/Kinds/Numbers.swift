package import Pando

/// Numbers the texts that it is given.
@Reducer
package struct Numbers {
  package struct State: Codable, Equatable, Sendable {
    package var count = 0
  }

  package typealias Action = PluginAction

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .given(let text) = action else { return .none }
      state.count += 1
      return .send(.gave("\(state.count). \(text)"))
    }
  }
}
