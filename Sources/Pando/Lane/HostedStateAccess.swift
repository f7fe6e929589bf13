import PandoWire

/// The ways to the states of one hosted feature, for all of its lanes.
final class HostedStateAccess<State: Codable> {
  let coding: ValueCoding<State>
  /// The way in which a new state takes the place of an old one that is observed; nil where it cannot.
  let observable: ObservableStateAccess?
  /// The types in the state that are observable.
  let adopting = AdoptingTypes { $0 is any ObservableState.Type }
  /// False if no value of the type can hold a shared value, which is a reference.
  let mayHoldShared: Bool

  init(_ coding: ValueCoding<State>) {
    self.coding = coding
    observable = ObservableStateAccess(State.self)
    var visit = TypeVisit()
    mayHoldShared = !visit.isBitwise(State.self)
  }
}
