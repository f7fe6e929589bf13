import IssueReporting

extension PresentationState {
  /// The payload of the case that the presented state is in; nil when nothing is presented, or another
  /// case: `state.$destination[case: \.detail]`.
  ///
  /// Setting nil presents nothing any more. Changing what is not there is reported as an issue.
  public subscript<Value>(
    case path: CaseKeyPath<State, Value>,
    fileID fileID: HashableStaticString = #fileID,
    filePath filePath: HashableStaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Value? {
    get { wrappedValue.flatMap { AnyCasePath(path).extract(from: $0) } }
    set {
      let path = AnyCasePath(path)
      guard let state = wrappedValue, path.extract(from: state) != nil else {
        reportIssue(
          """
          Presented state was changed at "\(fileID.string):\(line)" as if it were in a case that it is \
          not in.

          Nothing was changed. Look at the case first, or set the state as a whole.
          """,
          fileID: fileID.string, filePath: filePath.string, line: line, column: column)
        return
      }
      wrappedValue = newValue.map(path.embed)
    }
  }
}
