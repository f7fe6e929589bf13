/// State that says where it keeps what it presents.
///
/// ``PresentedFields()`` writes the conformance, which ``Reducer()`` adds to a `State` that presents
/// features. A store then reaches those where they lie, and not through the accessors of `$child`.
public protocol _PresentingState {
  /// The properties that present a feature.
  static var _$presented: [_PresentedStorage<Self>] { get }
}

/// A property that presents a feature. Part of what ``PresentedFields()`` writes.
public struct _PresentedStorage<Root> {
  /// The presentation state, by its accessors.
  let keyPath: PartialKeyPath<Root>
  /// The same where it is kept.
  let storage: PartialKeyPath<Root>

  /// A property that presents a state.
  public init<State>(
    _ keyPath: WritableKeyPath<Root, PresentationState<State>>,
    storage: WritableKeyPath<Root, PresentationState<State>>
  ) {
    self.keyPath = keyPath
    self.storage = storage
  }
}
