import Pando

extension Reducer {
  /// A reducer of a collection's elements: `reduceElement` runs an element, or returns nil where
  /// there is none.
  func elements<GlobalState, GlobalAction, GlobalEnvironment, ID: Sendable>(
    _ noun: String,
    action toLocalAction: CasePath<GlobalAction, (ID, Action)>,
    location: OperatorLocation,
    _ reduceElement:
      @escaping @Sendable (inout GlobalState, ID, Action, GlobalEnvironment, Pass) -> Effect<
        Action
      >?
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    Reducer<GlobalState, GlobalAction, GlobalEnvironment>(
      logic: { state, action, environment, pass in
        guard let (id, action) = toLocalAction.extract(from: action) else { return .none }
        guard let effect = reduceElement(&state, id, action, environment, pass) else {
          pass.warn(location, missingElement(noun, id, action, location))
          return .none
        }
        return effect.map { toLocalAction.embed((id, $0)) }
      })
  }

  private func missingElement<ID>(
    _ noun: String, _ id: ID, _ action: Action, _ location: OperatorLocation
  ) -> String {
    """
    A "forEach" at "\(location.fileID):\(location.line)" received an action for a missing element.

      Action: \(WarningText.action(action))
      \(noun): \(WarningText.id(id))

    Combine this reducer before a parent that removes elements, end an element's long effects when \
    it goes, and send its actions only while it is there.
    """
  }
}
