/// A key that keeps the place of a value, or reads it when it writes: a change of the value then needs
/// no copy of it.
protocol PlaceKey<Value>: SharedKey {
  /// Does what ``SharedKey/save(_:context:continuation:)`` does, with the value that is in the place by
  /// then.
  func save(_ place: SharedPlace<Value>, context: SaveContext, continuation: SaveContinuation)
}

extension SharedKeyDefault: PlaceKey where Base: PlaceKey {
  func save(
    _ place: SharedPlace<Base.Value>, context: SaveContext, continuation: SaveContinuation
  ) {
    base.save(place, context: context, continuation: continuation)
  }
}
