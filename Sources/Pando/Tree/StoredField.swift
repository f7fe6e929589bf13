/// Where a property of a state lies, and how those who observe it know it.
struct StoredField {
  /// Negative when it is not a stored property.
  let offset: Int
  /// Its number among the observed properties; nil when it is not one.
  let number: Int?

  init<Root, Value>(_ keyPath: WritableKeyPath<Root, Value>) {
    let field = (Root.self as? any ObservableState.Type).flatMap { StoredField.field($0, keyPath) }
    number = field?.number
    let known = field?.storage ?? StoredField.presented(Root.self, keyPath)
    let storage = known as? PartialKeyPath<Root> ?? keyPath
    offset = MemoryLayout<Root>.offset(of: storage) ?? -1
  }

  private static func presented<Root>(_ type: Root.Type, _ keyPath: AnyKeyPath) -> AnyKeyPath? {
    func find<State: _PresentingState>(_ type: State.Type) -> AnyKeyPath? {
      State._$presented.first { $0.keyPath == keyPath }?.storage
    }
    return (type as? any _PresentingState.Type).flatMap { find($0) }
  }

  private static func field<State: ObservableState>(
    _ type: State.Type, _ keyPath: AnyKeyPath
  ) -> (number: Int, storage: AnyKeyPath?)? {
    State._$fields.first { $0.keyPath == keyPath }.map { ($0.number, $0.storage) }
  }
}
