public import Pando

/// A hosted feature whose states a page may show, and where they are in the state of the store.
public struct PageState<Root: Sendable>: Sendable {
  let feature: String
  let values: @Sendable (Root, [String]) -> [PageValue]?

  /// A feature whose state says what may be read of it.
  ///
  ///     PageState(Search.self) { app, _ in app.search }
  ///     PageState(Tab.self) { app, identities in app.tabs.first { "\($0.id)" == identities.first } }
  ///
  /// - Parameter find: Returns the state of one child, by the rows and presented states that it is in, outermost
  ///   first; nil where it has gone. It runs with a copy of a state of the store, of now or from its journal, on a
  ///   thread of its own.
  public init<Child: Reducer>(
    _ child: Child.Type,
    _ find: @escaping @Sendable (_ root: Root, _ identities: [String]) -> Child.State?
  ) where Child.State: PageVisible {
    feature = nameInEveryProcess(of: child)
    values = { root, identities in find(root, identities)?.firstPageValues }
  }
}
