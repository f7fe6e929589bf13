import PandoBase

/// Sets dependencies for the whole process, or in a test for that test.
///
/// Call it where the program starts. A dependency that was read before, or that another call has
/// prepared, keeps its value, and preparing it is an issue. What ``withDependencies(_:operation:)``
/// overrides comes first.
public func prepareDependencies(
  _ updateValues: (inout DependencyValues) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  let reader = DependencyReader(
    OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  var values = DependencyValues.preparation(reader)
  try updateValues(&values)
}
