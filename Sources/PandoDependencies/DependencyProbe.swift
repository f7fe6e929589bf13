import PandoBase
import Synchronization

/// Notes which override a property of the dependencies reads.
final class DependencyProbe: Sendable {
  private let found = Mutex<DependencyOverride?>(nil)

  private static let ofThread = ThreadLocal<DependencyProbe>()

  static var current: DependencyProbe? { ofThread.value }

  func note(_ override: DependencyOverride) { found.withLock { $0 = override } }

  /// Returns the override that `read` reads of the values, if it reads any.
  static func override(
    in values: DependencyValues, reading read: (DependencyValues) -> Void
  ) -> DependencyOverride? {
    var values = values
    values.role = .probe
    let probe = DependencyProbe()
    ofThread.withValue(probe) { read(values) }
    return probe.found.withLock { $0 }
  }
}
