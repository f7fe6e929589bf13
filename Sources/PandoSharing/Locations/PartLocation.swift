import PandoBase
import Synchronization

/// A part of a shared value.
final class PartLocation<Base: Sendable, Value: Sendable>: SharedLocation {
  private let base: any SharedLocation<Base>
  private let keyPath: any KeyPath<Base, Value> & Sendable
  let links = SharedLinks()

  init(_ base: any SharedLocation<Base>, _ keyPath: any KeyPath<Base, Value> & Sendable) {
    self.base = base
    self.keyPath = keyPath
  }

  var root: any AnySharedRoot { base.root }
  var whole: (any SharedLocation)? { base }

  func read() -> Value { base.read()[keyPath: keyPath] }

  func modify<Result>(
    from place: OperatorLocation, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    guard let keyPath = keyPath as? WritableKeyPath<Base, Value> else {
      preconditionFailure("only a writable part of a shared value is changed")
    }
    return try base.modify(from: place) { try operation(&$0[keyPath: keyPath]) }
  }
}

/// The value of an optional that was there once.
final class UnwrappedLocation<Value: Sendable>: SharedLocation {
  private let base: any SharedLocation<Value?>
  /// The last value, which is read while the optional is nil.
  private let last: Mutex<Value>
  let links = SharedLinks()

  init?(_ base: any SharedLocation<Value?>) {
    guard let value = base.read() else { return nil }
    self.base = base
    last = Mutex(value)
  }

  var root: any AnySharedRoot { base.root }
  var whole: (any SharedLocation)? { base }

  /// True inside a snapshot, whose values are not those of the process.
  private var isLookingBack: Bool { SharedSnapshot.isInUse && SharedSnapshot.current != nil }

  func read() -> Value {
    let value = base.read()
    return last.withLock { last in
      guard let value else { return last }
      // A test that looks back must not take the value back.
      if isLookingBack { return value }
      last = value
      return last
    }
  }

  func modify<Result>(
    from place: OperatorLocation, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    try base.modify(from: place) { base in
      if base != nil {
        // Nor is what a test expects a value that was there.
        defer { if let value = base, !isLookingBack { last.withLock { $0 = value } } }
        return try operation(&base!)
      }
      var dropped = last.withLock { $0 }
      return try operation(&dropped)
    }
  }
}
