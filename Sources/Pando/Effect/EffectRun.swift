/// An asynchronous piece of work, ready to be started.
///
/// A class, so that an effect that holds one is moved without a look at the action's type.
@usableFromInline
package final class EffectRun<Action>: Sendable {
  package let name: String?
  package let priority: TaskPriority?
  package let operation: @Sendable (Send<Action>) async -> Void
  /// Dismisses the nearest feature around it that is presented.
  let dismiss: (@Sendable (Send<Action>) async -> Void)?

  /// Where a user wrote it, if that is known.
  let location: OperatorLocation?

  /// The dismissal with its way to send.
  func dismissal(_ send: Send<Action>) -> (@Sendable () async -> Void)? {
    guard let dismiss else { return nil }
    return { await dismiss(send) }
  }

  package init(
    name: String? = nil, priority: TaskPriority? = nil, location: OperatorLocation? = nil,
    dismiss: (@Sendable (Send<Action>) async -> Void)? = nil,
    operation: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.name = name
    self.priority = priority
    self.location = location
    self.dismiss = dismiss
    self.operation = operation
  }
}
