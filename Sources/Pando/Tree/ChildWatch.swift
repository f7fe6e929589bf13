/// Tells the observers of a parent's field when the child's reducer, which changes the child where it
/// lies, put another state in its place.
final class ChildWatch {
  private let child: ObservableStateAccess?
  /// Where the parent keeps its observation, from where it begins; nil when it has none.
  private let observationOffset: Int?
  /// The parent's field, by its number.
  private let field: Int

  /// - Parameter field: Nil when the parent's field is not an observed property, or is reached by its
  ///   accessors, which tell.
  init<Parent, Child>(_ parent: Parent.Type, field: Int?, _ child: Child.Type) {
    self.child = ObservableStateAccess(child)
    self.field = field ?? 0
    observationOffset =
      field == nil ? nil : ObservableStateAccess(parent).flatMap(\.observationOffset)
  }

  /// Runs the child's reducer.
  @inline(__always)
  func reduce<State, Child, Action>(
    _ state: UnsafeMutablePointer<State>, _ child: UnsafeMutablePointer<Child>, _ pass: Pass,
    _ body: () -> Effect<Action>
  ) -> Effect<Action> {
    pass.isObserved
      ? watch(UnsafeMutableRawPointer(state), UnsafeMutableRawPointer(child), body) : body()
  }

  @inline(never)
  private func watch<Action>(
    _ state: UnsafeMutableRawPointer, _ childState: UnsafeMutableRawPointer,
    _ body: () -> Effect<Action>
  ) -> Effect<Action> {
    let before = child?.identity(childState)
    let effect = body()
    var isReplaced = true
    if let child, let before {
      isReplaced = !child.identity(childState).follows(before)
      if isReplaced {
        // Where the parent cannot tell, those who read the child's fields are told by the child.
        before.tracker?.noteAll()
        child.track(childState, false)
      }
    }
    // The parent has another version even when only the child's fields changed.
    note(state, isReplaced: isReplaced)
    return effect
  }

  /// Which children there are has changed, where they lie.
  func noteMembers<State>(_ state: UnsafeMutablePointer<State>, _ pass: Pass) {
    if pass.isObserved { note(UnsafeMutableRawPointer(state), isReplaced: true) }
  }

  private func note(_ state: UnsafeMutableRawPointer, isReplaced: Bool) {
    guard let observationOffset else { return }
    // The macro keeps a `_StateObservation` there, apart from the field, which is lent now.
    (state + observationOffset).assumingMemoryBound(to: _StateObservation.self).pointee
      .edit(field, isReplaced: isReplaced)
  }
}
