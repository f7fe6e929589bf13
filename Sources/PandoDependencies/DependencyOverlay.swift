import Synchronization

/// Values that a test may change while its store runs.
package final class DependencyOverlay: Sendable {
  private let newest: Mutex<DependencyValues>

  package init(_ values: DependencyValues) {
    newest = Mutex(values)
  }

  var values: DependencyValues { newest.withLock { $0 } }

  /// The same, to be changed by a test.
  package var forUpdate: DependencyValues {
    var values = self.values
    values.role = .update
    return values
  }

  package func set(_ values: DependencyValues) {
    var values = values.chosen.restamped
    values.role = .values
    newest.withLock { $0 = values }
  }
}
