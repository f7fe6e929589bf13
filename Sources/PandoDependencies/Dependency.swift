import PandoBase

/// Reads a dependency.
///
/// As a property it reads the values in effect where its owner was made, such as those of the store that
/// a feature was made for, and on top of them what the caller overrides with
/// ``withDependencies(_:operation:)``. Made where nobody chose any values, such as in a live value, it
/// reads those of the task that reads it.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  let read: @Sendable (DependencyValues) -> Value
  let values: DependencyValues

  /// Reads what a key path names.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    read = { values in values[keyPath: keyPath] }
    values = DependencyValues.current.read(
      by: DependencyReader(
        OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
    DependencyRecorder.note(self)
  }

  /// Reads the value of a key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    read = { values in values[Key.self] }
    values = DependencyValues.current.read(
      by: DependencyReader(
        OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column),
        key: key))
    DependencyRecorder.note(self)
  }

  /// The value.
  public var wrappedValue: Value {
    guard values.isChosen else { return read(.current.newest.read(by: values.reader)) }
    let values = DependencyValues.areOverridden ? values.underCurrent : values
    if let layer = DependencyLayer.current { return read(values.newest.under(layer)) }
    return read(values.newest)
  }
}
