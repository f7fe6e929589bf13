extension Reducer {
  /// Prints every action that this reducer is given, and what it changed in the state, to the
  /// standard output.
  ///
  /// Does nothing in a release build. An action is printed once, when it commits; that of a hosted
  /// feature by the process that ran it, unless this is applied behind `.hosted()`. What is printed has all values in
  /// it, whatever is private; of one beyond 64 KB, or nested deeper than 32 levels, the beginning.
  ///
  /// - Parameter printer: How to print; nil for not at all.
  public func _printChanges(
    _ printer: ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    PrintChanges(base: self, printer: printer)
  }
}

struct PrintChanges<Base: Reducer>: Reducer {
  let base: Base
  let printer: ReducerPrinter<Base.State, Base.Action>?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    TreeBuilder.reduce(self, into: &state, action: action)
  }
}

extension PrintChanges: NodeProvider {
  func makeNode(_ tree: inout TreeBuilder) -> Node<Base.State, Base.Action> {
    let node = tree.node(for: base)
    #if DEBUG
      guard let printer else { return node }
      return AroundNode(node) { state, action, pass, base in
        let timeline = SharedTimeline()
        let (oldState, before) = (state.pointee, timeline.mark())
        let effect = base()
        let (newState, after) = (state.pointee, timeline.mark())
        pass.printOut {
          let change = PrintedChange(
            action: action, oldState: oldState, newState: newState,
            before: SharedSnapshot(of: timeline, at: before),
            after: SharedSnapshot(of: timeline, at: after))
          printer.print(change)
        }
        return effect
      }
    #else
      return node
    #endif
  }
}
