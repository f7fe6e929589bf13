#if Diffs
  public import CustomDump
#endif

extension Shared: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (left: Shared, right: Shared) -> Bool {
    SharedSnapshot.areEqual(left.location, right.location)
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (left: SharedReader, right: SharedReader) -> Bool {
    SharedSnapshot.areEqual(left.location, right.location)
  }
}

extension Shared: Hashable where Value: Hashable {
  /// Hashes the value, which may change: not for keys of a set or a dictionary.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the value, which may change: not for keys of a set or a dictionary.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomReflectable, CustomStringConvertible {
  /// Shows the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
  /// Describes the value.
  public var description: String { String(describing: wrappedValue) }
}

extension SharedReader: CustomReflectable, CustomStringConvertible {
  /// Shows the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
  /// Describes the value.
  public var description: String { String(describing: wrappedValue) }
}

#if Diffs
  extension Shared: CustomDumpRepresentable {
    /// The value, which a test's failure shows; inside a comparison of two moments, that of either.
    public var customDumpValue: Any { ComparedValue(location) ?? wrappedValue as Any }
  }

  extension SharedReader: CustomDumpRepresentable {
    /// The value, which a test's failure shows; inside a comparison of two moments, that of either.
    public var customDumpValue: Any { ComparedValue(location) ?? wrappedValue as Any }
  }
#endif
