extension Reducer {
  /// Runs a child's reducer on the element that an action names by a pair: `case row(Row.ID, Row.Action)`.
  ///
  /// As `forEach(_:action:element:)`, which takes an ``IdentifiedAction``.
  @available(*, deprecated, message: "Let the case hold an 'IdentifiedAction'.")
  @_disfavoredOverload @warn_unqualified_access
  public func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let path = AnyCasePath(toElementAction)
    return ForEach(
      parent: self,
      toElements: toElementsState,
      toElementAction: path.pairs(embed: { path.embed(($0, $1)) }, extract: { $0 }),
      element: element,
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer on the element that an action names by a pair with labels:
  /// `case row(id: Row.ID, action: Row.Action)`.
  ///
  /// As `forEach(_:action:element:)`, which takes an ``IdentifiedAction``.
  @available(*, deprecated, message: "Let the case hold an 'IdentifiedAction'.")
  @_disfavoredOverload @warn_unqualified_access
  public func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, (id: ID, action: ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let path = AnyCasePath(toElementAction)
    return ForEach(
      parent: self,
      toElements: toElementsState,
      toElementAction: path.pairs(
        embed: { path.embed((id: $0, action: $1)) }, extract: { ($0.id, $0.action) }),
      element: element,
      location: OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension AnyCasePath {
  /// The same case with its pairs as identified actions.
  fileprivate func pairs<ID: Hashable & Sendable, ElementAction>(
    embed: @escaping @Sendable (ID, ElementAction) -> Root,
    extract: @escaping @Sendable (Value) -> (ID, ElementAction)
  ) -> AnyCasePath<Root, IdentifiedAction<ID, ElementAction>> {
    AnyCasePath<Root, IdentifiedAction<ID, ElementAction>>(
      embed: { action in
        switch action {
        case .element(let id, let action): embed(id, action)
        }
      },
      extract: { root in
        self.extract(from: root).map { pair in
          let (id, action) = extract(pair)
          return .element(id: id, action: action)
        }
      })
  }
}
