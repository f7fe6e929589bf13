/// A value that can be read, and set by an action: what `$store.name` is.
@dynamicMemberLookup
@propertyWrapper
public struct StoreBinding<Value: Sendable>: Sendable {
  private let get: @Sendable () -> Value
  private let set: @Sendable (Value) -> Void

  /// A value by its two functions.
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value. Setting it sends the action.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Self { self }

  /// A part of the value; setting it sets the whole.
  public subscript<Part: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Part> & Sendable
  ) -> StoreBinding<Part> {
    StoreBinding<Part>(
      get: { get()[keyPath: keyPath] },
      set: { part in
        var value = get()
        value[keyPath: keyPath] = part
        set(value)
      })
  }
}
