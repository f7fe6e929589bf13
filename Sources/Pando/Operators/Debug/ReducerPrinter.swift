/// A printer for ``Reducer/_printChanges(_:)``.
public struct ReducerPrinter<State, Action> {
  let printChange: (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void

  /// Prints with a closure.
  ///
  /// It is called as the action commits, inside the store's lock: it must be short.
  public init(
    printChange:
      @escaping (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.printChange = printChange
  }

  /// The action, and what it changed in the state.
  public static var customDump: ReducerPrinter {
    ReducerPrinter { action, oldState, newState in
      var text = "received action:\n\(indented(ValueText.text(of: action)))\n"
      text += ValueText.difference(oldState, newState) ?? "  (no change of state)"
      PrintQueue.print("\(text)\n")
    }
  }

  /// The names of the action's cases.
  public static var actionLabels: ReducerPrinter {
    ReducerPrinter { action, _, _ in
      PrintQueue.print("received action: \(caseLabels(of: action))")
    }
  }
}
