import Synchronization

/// The dismissal of a feature that a test has no parent for: its effects end, and it is remembered.
final class RootDismissal: Sendable {
  private struct State {
    var isDismissed = false
    var endEffects: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isDismissed: Bool { state.withLock { $0.isDismissed } }

  /// Sets what ends the effects; before any runs.
  func begin(_ endEffects: @escaping @Sendable () -> Void) {
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
  var rootDismissal: RootDismissal? {
    get { self[RootDismissalKey.self] }
    set { self[RootDismissalKey.self] = newValue }
  }
}

extension TestStore {
  /// True if the feature under test has dismissed itself with ``DependencyValues/dismiss``.
  ///
  /// Its effects have ended then, as where a parent presents it.
  public var isDismissed: Bool { dismissal.isDismissed }
}
