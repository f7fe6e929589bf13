import IssueReporting

/// A closure of a client was called that nobody has implemented.
public struct Unimplemented: Error, CustomStringConvertible {
  /// The client and the name of the closure, such as `WeatherClient.forecast`.
  public let endpoint: String

  /// A sentence that says what is wrong, and how to mend it.
  public var description: String {
    """
    Unimplemented: '\(endpoint)'

    It was called, but nobody has implemented it. Override it with "withDependencies", around the test or \
    for its store.
    """
  }

  /// Reports a call as an issue; what ``DependencyClient()`` writes calls this.
  @discardableResult
  public static func report(
    _ endpoint: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Unimplemented {
    let error = Unimplemented(endpoint: endpoint)
    reportIssue(
      error.description, fileID: fileID, filePath: filePath, line: line, column: column)
    return error
  }
}
