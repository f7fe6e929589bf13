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

/// An overlay, and what operators override on top of it, whatever a test changes.
struct LayeredOverlay: Sendable {
  let overlay: DependencyOverlay
  let layer: DependencyLayer?

  /// The values as they are now.
  var values: DependencyValues {
    guard let layer else { return overlay.values }
    return overlay.values.under(layer)
  }

  /// The same under one more layer.
  func under(_ layer: DependencyLayer) -> LayeredOverlay {
    LayeredOverlay(overlay: overlay, layer: layer.inside(self.layer))
  }
}
