/// An asynchronous piece of work, ready to be started.
package struct EffectRun<Action>: Sendable {
  package let name: String?
  package let priority: TaskPriority?
  package let operation: @Sendable (Send<Action>) async -> Void
}
