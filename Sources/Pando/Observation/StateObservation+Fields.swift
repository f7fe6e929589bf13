// How the changes of a property are found, by its type. The value is not looked at. Where several fit,
// the compiler takes the one that knows most.

extension _StateObservation {
  /// A property of any type.
  @inlinable
  @_disfavoredOverload
  public static func field<Value>(_ value: @autoclosure () -> Value) -> PlainField<Value>.Type {
    PlainField<Value>.self
  }

  /// A property that can be compared.
  @inlinable
  @_disfavoredOverload
  public static func field<Value: Equatable>(
    _ value: @autoclosure () -> Value
  ) -> EquatableField<Value>.Type {
    EquatableField<Value>.self
  }

  /// A property that can be compared and has no buffer.
  @inlinable
  @_disfavoredOverload
  public static func field<Value: Equatable & BitwiseCopyable>(
    _ value: @autoclosure () -> Value
  ) -> ScalarField<Value>.Type {
    ScalarField<Value>.self
  }

  /// A property with observable state.
  @inlinable
  public static func field<Value: ObservableState>(
    _ value: @autoclosure () -> Value
  ) -> ChildField<Value>.Type {
    ChildField<Value>.self
  }

  /// A property with optional observable state.
  @inlinable
  public static func field<Wrapped: ObservableState>(
    _ value: @autoclosure () -> Wrapped?
  ) -> OptionalChildField<Wrapped>.Type {
    OptionalChildField<Wrapped>.self
  }

  /// A property with presented observable state.
  @inlinable
  public static func field<Wrapped: ObservableState>(
    _ value: @autoclosure () -> PresentationState<Wrapped>
  ) -> PresentedField<Wrapped>.Type {
    PresentedField<Wrapped>.self
  }

  /// A property with rows of observable state.
  @inlinable
  public static func field<ID: Hashable, Row: ObservableState>(
    _ value: @autoclosure () -> IdentifiedArray<ID, Row>
  ) -> RowsField<ID, Row>.Type {
    RowsField<ID, Row>.self
  }

  /// A property with a navigation stack of observable state.
  @inlinable
  public static func field<Element: ObservableState>(
    _ value: @autoclosure () -> StackState<Element>
  ) -> StackField<Element>.Type {
    StackField<Element>.self
  }
}
