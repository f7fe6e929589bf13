import PandoBase

/// Notes which override a property of the dependencies reads.
final class DependencyProbe: @unchecked Sendable {
  // Touched only by the thread that it is set for.
  private(set) var found: DependencyOverride?

  private static let ofThread = ThreadLocal<DependencyProbe>()

  static var current: DependencyProbe? { ofThread.value }

  func note(_ override: DependencyOverride) { found = override }

  /// Returns the override that `read` reads of the values, if it reads any.
  static func override(
    in values: DependencyValues, reading read: (DependencyValues) -> Void
  ) -> DependencyOverride? {
    var values = values
    values.role = .probe
    let probe = DependencyProbe()
    ofThread.withValue(probe) { read(values) }
    return probe.found
  }
}
