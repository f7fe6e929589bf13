/// A printer for `Reducer._printChanges(_:)`.
public struct ReducerPrinter<State, Action> {
  let print: (PrintedChange<State, Action>) -> Void

  init(_ print: @escaping (PrintedChange<State, Action>) -> Void) {
    self.print = print
  }

  /// Prints with a closure.
  ///
  /// It is called once the action has committed, by the thread that committed it: it must be short.
  ///
  /// Both states hold the same shared values. To compare them, by `==` or by swift-custom-dump's
  /// `diff(oldState, newState)`, compares these as they were before and after the action; one that is read is as it
  /// is now.
  public init(
    printChange:
      @escaping (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.init { change in
      SharedSnapshot.comparing(change.before, with: change.after) {
        printChange(change.action, change.oldState, change.newState)
      }
    }
  }

  /// The action, and what it changed in the state and in the shared values that the state holds: all values, whatever
  /// is private. Of one beyond 64 KB, or nested deeper than 32 levels, the beginning.
  public static var customDump: ReducerPrinter {
    customDump { PrintQueue.print($0) }
  }

  /// The same, printed by a function.
  package static func customDump(to print: @escaping (String) -> Void) -> ReducerPrinter {
    ReducerPrinter { print("\($0.text)\n") }
  }

  /// The names of the action's cases, and no values.
  public static var actionLabels: ReducerPrinter {
    ReducerPrinter { action, _, _ in
      PrintQueue.print("received action: \(caseLabels(of: action))")
    }
  }
}
