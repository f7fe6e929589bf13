import PandoWire

/// The coding of a hosted feature's state and actions, made where their types are known.
@usableFromInline
package struct FeatureCoding<State: Codable, Action: Codable>: Sendable {
  let state: ValueCoding<State>
  let action: ValueCoding<Action>

  @inlinable
  package init() {
    self.init(state: ValueCoding(), action: ValueCoding())
  }

  @usableFromInline
  init(state: ValueCoding<State>, action: ValueCoding<Action>) {
    self.state = state
    self.action = action
  }
}
