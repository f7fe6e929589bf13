/// A property of observable state, as stores know it. Part of what ``ObservableState()`` writes.
public struct _StateField<Root> {
  /// The name in the source.
  let name: String
  /// The property.
  let keyPath: PartialKeyPath<Root>
  /// Where it is kept, when it is kept as what it is.
  let storage: PartialKeyPath<Root>?
  /// Its number, as its accessors know it.
  let number: Int
  /// The property with its type, by which a binding's setting of it crosses to another process; nil when
  /// its type cannot.
  let settable: (any SettableProperty<Root>)?

  /// A property of any type.
  @_disfavoredOverload
  public init<Value>(
    _ name: String, _ keyPath: WritableKeyPath<Root, Value>, storage: PartialKeyPath<Root>?,
    _ number: Int
  ) {
    self.init(name: name, keyPath: keyPath, storage: storage, number: number, settable: nil)
  }

  /// A property that binding actions can set in another process.
  public init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    storage: PartialKeyPath<Root>?,
    _ number: Int
  ) {
    self.init(
      name: name, keyPath: keyPath, storage: storage, number: number,
      settable: CodableProperty(keyPath: keyPath))
  }

  private init(
    name: String, keyPath: PartialKeyPath<Root>, storage: PartialKeyPath<Root>?, number: Int,
    settable: (any SettableProperty<Root>)?
  ) {
    self.name = name
    self.keyPath = keyPath
    self.storage = storage
    self.number = number
    self.settable = settable
  }
}
