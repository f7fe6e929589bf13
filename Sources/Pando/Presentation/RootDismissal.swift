import Synchronization

/// The dismissal of a feature that a test has no parent for: its effects end, and it is remembered.
package final class RootDismissal: Sendable {
  private struct State {
    var isDismissed = false
    var endEffects: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  package var isDismissed: Bool { state.withLock { $0.isDismissed } }

  /// Sets what ends the effects; before any runs.
  package func begin(_ endEffects: @escaping @Sendable () -> Void) {
    state.withLock { $0.endEffects = endEffects }
  }

  func dismiss() {
    let endEffects = state.withLock { state in
      state.isDismissed = true
      return state.endEffects
    }
    endEffects?()
  }
}

private enum RootDismissalKey: DependencyKey {
  static let liveValue: RootDismissal? = nil
  static let testValue: RootDismissal? = nil
}

extension DependencyValues {
  /// The dismissal of a feature that nothing presents: that of a test store.
  package var rootDismissal: RootDismissal? {
    get { self[RootDismissalKey.self] }
    set { self[RootDismissalKey.self] = newValue }
  }
}
