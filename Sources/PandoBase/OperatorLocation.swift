import IssueReporting

/// A place in the source, for warnings: where a user wrote an operator, or declared or read a dependency.
@usableFromInline
package struct OperatorLocation: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  package static func here(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> OperatorLocation {
    OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports an issue at the place. The message is made only if there is a reporter.
  package func report(_ message: @autoclosure () -> String) {
    reportIssue(message(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension OperatorLocation: CustomStringConvertible {
  @usableFromInline
  package var description: String { "\(fileID):\(line)" }
}
