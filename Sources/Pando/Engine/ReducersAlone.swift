import PandoDependencies

/// The reducers of a store without the store: they change a state for an action, and nothing follows from that. For whoever
/// reduces again what has committed.
package struct ReducersAlone<State: Sendable, Action: Sendable> {
  private let root: Node<State, Action>
  private let dependencies: DependencyValues
  private let pass = Pass(.elsewhere)

  /// - Parameters:
  ///   - reducer: The root feature. Its body is evaluated once, here. Nothing is hosted.
  ///   - dependencies: The values that it and what it presents have.
  package init<R: Reducer<State, Action>>(_ reducer: () -> R, dependencies: DependencyValues) {
    let dependencies = dependencies.chosen
    self.dependencies = dependencies
    root = DependencyValues.with(dependencies) {
      dependencies.makingRoot { TreeBuilder.tree(for: reducer(), hosts: false, restarts: true) }
    }
  }

  /// Changes a state as a commit of the action does. The effects that are returned do not start, and what they would send is
  /// not sent.
  package func reduce(_ state: inout State, _ action: Action) {
    DependencyValues.with(dependencies) {
      withUnsafeMutablePointer(to: &state) { _ = root.reduce($0, action, pass) }
    }
  }
}
