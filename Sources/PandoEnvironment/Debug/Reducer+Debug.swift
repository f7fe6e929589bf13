public import Pando

// A message is made once the action has committed, beyond the store's lock; and not by an effect, which a child that goes
// with its action would lose.

extension Reducer {
  /// Prints every action, and what it changed in the state.
  ///
  /// Does nothing in a release build. A hosted reducer prints in the process that runs it, once the action
  /// has committed. What is printed has all values in it, whatever is private; of one beyond 64 KB the beginning.
  ///
  /// - Parameters:
  ///   - prefix: Begins every message.
  ///   - actionFormat: How actions are printed.
  ///   - toDebugEnvironment: What to print with.
  public func debug(
    _ prefix: String = "",
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    debug(
      prefix, state: { $0 }, action: CasePath<Action, Action>(), actionFormat: actionFormat,
      environment: toDebugEnvironment)
  }

  /// Prints every action, and nothing of the state.
  ///
  /// Does nothing in a release build.
  public func debugActions(
    _ prefix: String = "",
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    debug(
      prefix, state: { _ in () }, action: CasePath<Action, Action>(), actionFormat: actionFormat,
      environment: toDebugEnvironment)
  }

  /// Prints the actions of one case, and what they changed in a part of the state.
  ///
  /// Does nothing in a release build.
  ///
  /// - Parameters:
  ///   - prefix: Begins every message.
  ///   - toLocalState: The part of the state that is compared; `Void` for none.
  ///   - toLocalAction: The case of the actions that are printed.
  ///   - actionFormat: How actions are printed.
  ///   - toDebugEnvironment: What to print with.
  public func debug<LocalState, LocalAction>(
    _ prefix: String = "",
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action toLocalAction: CasePath<Action, LocalAction>,
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    #if DEBUG
      return Reducer(logic: { state, action, environment, pass in
        guard let localAction = toLocalAction.extract(from: action) else {
          return logic(&state, action, environment, pass)
        }
        let before = toLocalState(state)
        let effect = logic(&state, action, environment, pass)
        let (after, debug) = (toLocalState(state), toDebugEnvironment(environment))
        pass.printOut {
          var message = prefix.isEmpty ? "" : "\(prefix): "
          message += "received action:\n\(indented(actionFormat.text(of: localAction)))"
          if LocalState.self != Void.self {
            let changes = ValueText.difference(before, after)
            message += "\n\(changes ?? "  (no change of state)")"
          }
          debug.deliver(message)
        }
        return effect
      })
    #else
      return self
    #endif
  }

  /// Prints the actions of one case, by its key path, and what they changed in a part of the state.
  ///
  /// Does nothing in a release build.
  public func debug<LocalState, LocalAction>(
    _ prefix: String = "",
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action toLocalAction: CaseKeyPath<Action, LocalAction>,
    actionFormat: ActionFormat = .prettyPrint,
    environment toDebugEnvironment: @escaping @Sendable (Environment) -> DebugEnvironment = { _ in
      DebugEnvironment()
    }
  ) -> Reducer {
    debug(
      prefix, state: toLocalState, action: CasePath(toLocalAction), actionFormat: actionFormat,
      environment: toDebugEnvironment)
  }
}
