import IssueReporting

/// The warning of an action that an effect sent after it had ended.
enum LateSend {
  /// Reports an action, which was dropped. Called without a lock.
  static func report(_ action: Any, _ location: OperatorLocation?) {
    let location = location ?? .here()
    reportIssue(
      """
      An action was sent from a completed effect:

        \(WarningText.action(action))

      The effect was returned from "\(location.fileID):\(location.line)". The action was dropped. Use the \
      effect's "send" only while its work runs: not in a task that the work starts and does not wait \
      for, nor where it is kept for later.
      """,
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}
