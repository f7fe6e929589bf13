import IssueReporting
import PandoBase

/// Runs `operation` with the dependencies that `model` captured, and some overridden.
///
/// `model` must have a property with ``Dependency`` of its own; it is an issue if not.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model,
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let location = OperatorLocation(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let values = try DependencyValues.captured(by: model, location)
    .updated(by: updateValuesForOperation)
  return try DependencyValues.overriding(with: values, operation: operation)
}

/// Runs `operation` with the dependencies that `model` captured.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model,
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  try withDependencies(
    from: model, { _ in }, operation: operation, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Runs asynchronous work with the dependencies that `model` captured, and some overridden, in the
/// isolation of the caller.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let location = OperatorLocation(
    fileID: fileID, filePath: filePath, line: line, column: column)
  let values = try await DependencyValues.captured(by: model, location)
    .updated(isolation: isolation, by: updateValuesForOperation)
  return try await DependencyValues.overriding(
    with: values, isolation: isolation, operation: operation)
}

/// Runs asynchronous work with the dependencies that `model` captured, in the isolation of the
/// caller.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  try await withDependencies(
    from: model, isolation: isolation, { _ in }, operation: operation, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

/// A property that captured values.
private protocol CapturingDependencies {
  var captured: DependencyValues { get }
}

extension Dependency: CapturingDependencies {
  fileprivate var captured: DependencyValues { values }
}

extension DependencyValues {
  fileprivate static func captured(
    by model: Any, _ location: OperatorLocation
  ) -> DependencyValues {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror {
      for child in level.children {
        if let dependency = child.value as? any CapturingDependencies {
          guard dependency.captured.isChosen else { return inEffect.read(by: nil) }
          let values = dependency.captured.read(by: nil)
          return DependencyLayer.current.map(values.under) ?? values
        }
      }
      mirror = level.superclassMirror
    }
    reportIssue(
      """
      "\(type(of: model))" has no property with "@Dependency", so its dependencies cannot be found; \
      those of the current task are used. Declare one, or override what the work needs.
      """,
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
    return inEffect
  }
}
