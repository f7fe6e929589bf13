import IssueReporting

/// Dismisses the feature whose effect calls it, without its parent's help.
///
/// ```swift
/// @Dependency(\.dismiss) var dismiss
/// ...
/// case .closeButtonTapped:
///   return .run { _ in await dismiss() }
/// ```
///
/// It sends `PresentationAction.dismiss` to the nearest `ifLet(_:action:destination:)` around the
/// feature, which then ends the feature's effects: nothing behind the call is certain to run.
public struct DismissEffect: Sendable {
  /// Returns the report for a feature that nothing presents.
  static func unpresented(_ place: String) -> String {
    """
    A feature asked to be dismissed \(place), and nothing presents it.

    Call "dismiss" in an effect of a feature that "ifLet" presents with "PresentationAction".
    """
  }

  private let operation: (@Sendable () async -> Void)?

  init() {
    operation = nil
  }

  /// Does `operation` instead, for a test of a feature that nothing presents there.
  public init(_ operation: @escaping @Sendable () async -> Void) {
    self.operation = operation
  }

  /// Dismisses. Called elsewhere than in an effect of a presented feature it is reported as an issue.
  public func callAsFunction(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if operation == nil, EffectContext.current?.dismiss == nil,
      let root = DependencyValues.current.rootDismissal
    {
      return root.dismiss()
    }
    guard let dismiss = operation ?? EffectContext.current?.dismiss else {
      reportIssue(
        Self.unpresented("from \"\(fileID):\(line)\""),
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    await dismiss()
  }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect()
  static let testValue = DismissEffect()
}

extension DependencyValues {
  /// Dismisses the feature that asks for it.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}
