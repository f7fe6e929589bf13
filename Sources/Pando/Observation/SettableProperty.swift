/// A property of a state whose values can cross to another process.
protocol SettableProperty<Root> {
  associatedtype Root
  associatedtype Value: Codable & Equatable & Sendable

  var keyPath: any WritableKeyPath<Root, Value> & Sendable { get }
}

/// A property of a state, with the type of its values.
struct CodableProperty<Root, Value: Codable & Equatable & Sendable>: SettableProperty {
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
}
