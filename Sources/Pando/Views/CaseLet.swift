import IssueReporting

/// Shows something for one case of the enum that a ``SwitchStore`` around it switches over.
public struct CaseLet<
  EnumState: Sendable, EnumAction: Sendable, CaseState: Sendable, CaseAction: Sendable,
  Content: ViewContent
>: StoreView {
  private let toCaseState: @Sendable (EnumState) -> CaseState?
  private let fromCaseAction: @Sendable (CaseAction) -> EnumAction
  private let content: (Store<CaseState, CaseAction>) -> Content
  private let location: OperatorLocation

  /// Shows `content` with the store of a case's value.
  ///
  /// - Parameters:
  ///   - toCaseState: The value of the case: `/State.detail`, or `\.detail`.
  ///   - fromCaseAction: The case of the action: `Action.detail`.
  ///   - content: What is shown.
  public init(
    _ toCaseState: @escaping @Sendable (_ state: EnumState) -> CaseState?,
    action fromCaseAction: @escaping @Sendable (_ action: CaseAction) -> EnumAction,
    @ContentBuilder<Content> then content:
      @escaping (_ store: Store<CaseState, CaseAction>) ->
      Content,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.toCaseState = toCaseState
    self.fromCaseAction = fromCaseAction
    self.content = content
    location = OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Shows `content` with the store of a case's value.
  ///
  /// - Parameters:
  ///   - toCaseState: The value of the case: `/State.detail`.
  ///   - fromCaseAction: The case of the action: `Action.detail`.
  ///   - content: What is shown.
  public init(
    state toCaseState: @escaping @Sendable (_ state: EnumState) -> CaseState?,
    action fromCaseAction: @escaping @Sendable (_ action: CaseAction) -> EnumAction,
    @ContentBuilder<Content> then content:
      @escaping (_ store: Store<CaseState, CaseAction>) ->
      Content,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      toCaseState, action: fromCaseAction, then: content, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The content now: nothing, and an issue, where no ``SwitchStore`` of these types is around it,
  /// or where its state is in another case.
  public var body: Content {
    guard let store = SwitchedStore.current?.store as? Store<EnumState, EnumAction> else {
      report(
        """
        A "CaseLet" at "\(location.fileID):\(location.line)" stands in no "SwitchStore" of \
        "\(EnumState.self)". Use it in the content of one, for the same state and action.
        """)
      return Content(parts: [])
    }
    let child = ViewObservations.looking {
      store.scope(toState: toCaseState, toAction: fromCaseAction)
    }
    guard let child else {
      report(
        """
        A "CaseLet" at "\(location.fileID):\(location.line)" is shown while the state is in another \
        case, "\(store.withState { caseName(of: $0) })". Check which case of the "switch" it stands in.
        """)
      return Content(parts: [])
    }
    return content(child)
  }

  private func report(_ message: String) {
    reportIssue(
      message, fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}
