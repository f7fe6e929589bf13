public import Pando

extension AnyCasePath {
  /// The path to an element's id and action, without the labels that the case gives them.
  public init<ID, Action>(
    _ keyPath: CaseKeyPath<Root, (id: ID, action: Action)>
  ) where Value == (ID, Action) {
    let path = AnyCasePath<Root, (id: ID, action: Action)>(keyPath)
    self.init(
      uncheckedEmbed: { path.embed((id: $0.0, action: $0.1)) },
      extract: { path.extract(from: $0).map { ($0.id, $0.action) } })
  }

  /// The path to a value's key and action, without the labels that the case gives them.
  public init<Key, Action>(
    _ keyPath: CaseKeyPath<Root, (key: Key, action: Action)>
  ) where Value == (Key, Action) {
    let path = AnyCasePath<Root, (key: Key, action: Action)>(keyPath)
    self.init(
      uncheckedEmbed: { path.embed((key: $0.0, action: $0.1)) },
      extract: { path.extract(from: $0).map { ($0.key, $0.action) } })
  }

  /// The path to an element's position and action, without the labels that the case gives them.
  public init<Action>(
    _ keyPath: CaseKeyPath<Root, (index: Int, action: Action)>
  ) where Value == (Int, Action) {
    let path = AnyCasePath<Root, (index: Int, action: Action)>(keyPath)
    self.init(
      uncheckedEmbed: { path.embed((index: $0.0, action: $0.1)) },
      extract: { path.extract(from: $0).map { ($0.index, $0.action) } })
  }

  /// The path to an element's id and action in an identified action.
  public init<ID, Action>(
    _ keyPath: CaseKeyPath<Root, IdentifiedAction<ID, Action>>
  ) where Value == (ID, Action) {
    let path = AnyCasePath<Root, IdentifiedAction<ID, Action>>(keyPath)
    self.init(
      uncheckedEmbed: { path.embed(.element(id: $0.0, action: $0.1)) },
      extract: { root in
        guard case .element(let id, let action)? = path.extract(from: root) else { return nil }
        return (id, action)
      })
  }
}
