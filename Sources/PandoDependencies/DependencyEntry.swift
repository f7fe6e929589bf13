import Synchronization

/// A value of some key.
class AnyDependencyEntry: @unchecked Sendable {
  // It has no stored properties, and those of its one subclass are Sendable.
}

/// The value of a key in a context, once somebody has read it.
final class DependencyEntry<Value: Sendable>: AnyDependencyEntry, @unchecked Sendable {
  // The lock guards all there is.
  private let kept = Mutex<Value?>(nil)

  func value(_ make: () -> (value: Value, isKept: Bool)) -> Value {
    kept.withLock { kept in
      if let kept { return kept }
      let made = make()
      if made.isKept { kept = made.value }
      return made.value
    }
  }
}
