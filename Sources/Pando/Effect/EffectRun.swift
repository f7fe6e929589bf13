/// An asynchronous piece of work, ready to be started.
@usableFromInline
package struct EffectRun<Action>: Sendable {
  package let name: String?
  package let priority: TaskPriority?
  package let operation: @Sendable (Send<Action>) async -> Void
  /// Dismisses the nearest feature around it that is presented.
  var dismiss: (@Sendable (Send<Action>) async -> Void)?

  /// Where a user wrote it, if that is known.
  var location: OperatorLocation?

  /// The dismissal with its way to send.
  func dismissal(_ send: Send<Action>) -> (@Sendable () async -> Void)? {
    guard let dismiss else { return nil }
    return { await dismiss(send) }
  }

  package init(
    name: String?, priority: TaskPriority?,
    operation: @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.name = name
    self.priority = priority
    self.operation = operation
  }
}
