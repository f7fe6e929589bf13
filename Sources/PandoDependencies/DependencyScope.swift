public import PandoBase

/// The dependencies that reducers read: set for a thread while it commits, as the sender may have
/// other ones.
///
/// A class, so that a commit copies nothing. Of the thread, not of the task: setting a task-local value takes a lock of the
/// task, which is held while its cancellation handlers run, and those may wait for the store.
@usableFromInline
package final class DependencyScope: Sendable {
  @usableFromInline static let ofThread = ThreadLocal<DependencyScope>()

  package let values: DependencyValues
  package let layer: DependencyLayer?
  /// True inside a user's overrides: not where the values are the store's own.
  let isOverride: Bool

  package init(values: DependencyValues, layer: DependencyLayer? = nil, isOverride: Bool = false) {
    self.values = values
    self.layer = layer
    self.isOverride = isOverride
  }

  /// That of the commit that runs in this thread.
  package static var current: DependencyScope? {
    DependencyValues.areOverridden ? ofThread.value : nil
  }

  /// Runs `operation` as part of a commit. What it starts does not inherit the values.
  @inlinable
  package func callAsFunction<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.ofThread.withValue(self, operation)
  }

  /// Runs what a store, or a host, does with its lock held: what is read there is its own.
  @inlinable @inline(__always)
  package func commit(_ operation: () -> Void) {
    if DependencyValues.areOverridden { self(operation) } else { operation() }
  }

  /// Runs an effect in a task of its own, which began with what its creator had.
  package static func effect(_ values: DependencyValues, _ operation: () async -> Void) async {
    if DependencyLayer.mayBeAround {
      await DependencyValues.$ofTask.withValue(values) { await DependencyLayer.outside(operation) }
    } else {
      await DependencyValues.$ofTask.withValue(values, operation: operation)
    }
  }
}
