import Synchronization

/// Has each case of XCTest begin with dependencies of its own.
///
/// Pando itself links no XCTest. What observes its cases is in `PandoTestSupport`, which says so when it is
/// loaded.
package enum TestCaseObservation {
  /// Calls a function for the case that may be running, and at the start of each one to come.
  package typealias Observe = @Sendable (_ begin: @escaping @Sendable () -> Void) -> Void

  private static let observe = Mutex<Observe?>(nil)

  /// Sets what observes the cases, to be called when a dependency is first read.
  package static func install(_ observe: @escaping Observe) {
    self.observe.withLock { $0 = observe }
  }

  /// Begins to observe, at the first call.
  static func begin() {
    guard let observe = observe.withLock({ $0.take() }) else { return }
    observe { DependencyDefaults.beginTestCase() }
  }
}
