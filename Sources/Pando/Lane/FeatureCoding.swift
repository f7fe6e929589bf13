import PandoWire

/// The coding of a hosted feature's state and actions, made where their types are known.
///
/// A class, as each host of the feature refers to it, and its closures take more memory than most states.
@usableFromInline
package final class FeatureCoding<State: Codable, Action: Codable>: Sendable {
  let state: ValueCoding<State>
  let action: ValueCoding<Action>

  @inlinable
  package convenience init() {
    self.init(state: ValueCoding(), action: ValueCoding())
  }

  @usableFromInline
  init(state: ValueCoding<State>, action: ValueCoding<Action>) {
    self.state = state
    self.action = action
  }
}
