import Synchronization

/// A value behind a lock, for tests and clients that are used on many threads.
///
/// ```swift
/// let events = LockIsolated<[String]>([])
/// events.withValue { $0.append("sent") }
/// ```
@dynamicMemberLookup
public final class LockIsolated<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  /// Isolates a value.
  public init(_ value: @autoclosure () throws -> Value) rethrows {
    mutex = Mutex(try value())
  }

  /// A copy of the value.
  public var value: Value { mutex.withLock { $0 } }

  /// A copy of a part of the value.
  public subscript<Member: Sendable>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    value[keyPath: keyPath]
  }

  /// Reads or changes the value in place; the closure is short and does not use the same value.
  public func withValue<Result: Sendable>(
    _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    try mutex.withLock { try operation(&$0) }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure () throws -> Value) rethrows {
    var value = try newValue()
    // The old value may be the last to hold an object whose end uses this one: it ends behind the lock.
    mutex.withLock { swap(&$0, &value) }
  }
}

extension LockIsolated: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (left: LockIsolated, right: LockIsolated) -> Bool {
    left.value == right.value
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
