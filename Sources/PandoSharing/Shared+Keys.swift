import PandoBase
import PandoDependencies

extension Shared {
  /// Shares the value of a key.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value where the key has none yet.
  ///   - key: Where the value is kept.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      location: DependencyValues.current.sharedReferences.root(
        for: key,
        from: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        default: wrappedValue))
  }

  /// Shares the value of a key; nil where the key has none yet.
  ///
  /// Disfavoured, since a key with a default value is a key too, and its own form comes first.
  @_disfavoredOverload
  public init<Wrapped: Sendable>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Shares the value of a key with a default value of its own.
  public init<Base: SharedKey<Value>>(
    _ key: SharedKeyDefault<Base>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      wrappedValue: key.defaultValue(), key.base, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Shares the value of a key, with another default value than the key's own.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKeyDefault<Base>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      wrappedValue: wrappedValue(), key.base, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Reads the value from where it is kept, whatever it is here. Does nothing without a key.
  public func load() async throws { try await location.root.load() }

  /// Writes the value, and returns once that is done. Does nothing without a key.
  public func save() async throws { try await location.root.save() }

  /// True if it is being read.
  public var isLoading: Bool { location.root.isLoading }

  /// The error of the last attempt to read it; nil when there was none.
  public var loadError: (any Error)? { location.root.loadError }

  /// The error of the last attempt to write it; nil when there was none.
  public var saveError: (any Error)? { location.root.saveError }
}
