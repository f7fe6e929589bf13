import Pando

extension Reducer {
  /// Makes a reducer one of optional state, which runs while there is any.
  ///
  /// List it before a parent that sets the state to nil: an action that comes while it is nil is
  /// reported as an issue, and dropped. Effects live on when the state goes; end long ones with
  /// `Effect.cancel(id:)`, or put the reducer under the protocol's `ifLet`, which ends them.
  public func optional(
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<State?, Action, Environment> {
    let location = OperatorLocation(fileID: file, filePath: filePath, line: line, column: column)
    return Reducer<State?, Action, Environment>(logic: { state, action, environment, pass in
      guard state != nil else {
        pass.warn(
          location,
          """
          An "optional" at "\(location.fileID):\(location.line)" received an action when its state \
          was "nil".

            Action: \(WarningText.action(action))

          Combine this reducer before a parent that sets the state to "nil", end its long effects \
          when that happens, and send its actions only while its state is there.
          """)
        return .none
      }
      return logic(&state!, action, environment, pass)
    })
  }
}
