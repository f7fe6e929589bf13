package import Pando

/// The program: texts that go through the plug-ins one after the other. One that crashes is left out from then
/// on, and the text goes on as it was.
@Reducer
package struct PluginPool {
  @ObservableState
  package struct State: Equatable, Sendable {
    package var slots: IdentifiedArrayOf<Slot.State>
    package var texts: [String] = []

    /// A pool of plug-ins that are chosen by their names; what has no such name is left out.
    package init(names: [String]) {
      slots = IdentifiedArray(
        uniqueElements: names.enumerated().compactMap {
          Slot.State(id: $0.offset, name: $0.element)
        })
    }
  }

  package enum Action: Sendable {
    case read(String)
    case slots(IdentifiedActionOf<Slot>)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read(let text):
        return state.pass(text)

      case .slots(.element(let id, .plugin(let action))):
        guard case .gave(let text) = action.conversation else { return .none }
        return state.pass(text, behind: id)

      case .slots(.element(let id, .crashed(.given(let text)))):
        return state.pass(text, behind: id)

      case .slots:
        return .none
      }
    }
    .forEach(\.slots, action: \.slots) { Slot().hosted(onCrash: .switchOff) }
  }
}

extension PluginPool.State {
  /// Gives a text to the next plug-in that is not off, or keeps it where there is none.
  fileprivate mutating func pass(
    _ text: String, behind id: Slot.State.ID? = nil
  ) -> Effect<PluginPool.Action> {
    let start = id.flatMap(slots.index(id:)).map { $0 + 1 } ?? 0
    guard let next = slots[start...].first(where: { !$0.isOff }) else {
      texts.append(text)
      return .none
    }
    return .send(.slots(.element(id: next.id, action: .plugin(next.plugin.given(text)))))
  }
}
