import Synchronization

/// The shared values of the process as they are at one moment, for a test that compares states.
///
/// A copy of a state holds the same shared values as the state. So a test takes a snapshot before an
/// action (and one after each commit, if actions follow), has its closure change the expected state
/// inside ``look(_:)`` of the one before, and compares inside ``comparing(_:with:_:)``:
///
/// ```swift
/// let before = SharedSnapshot()
/// var expected = store.state
/// store.send(action)
/// let after = SharedSnapshot()
/// try before.look { try assert(&expected) }      // `$count.withLock` changes the snapshot
/// let isEqual = SharedSnapshot.comparing(before, with: after) { expected == store.state }
/// let text = before.look { String(customDumping: expected) }
/// ```
///
/// Values are noted when they are about to change, so a snapshot costs nothing for those that do not.
package final class SharedSnapshot: Sendable {
  private static let living = Mutex<[ObjectIdentifier: Weak]>([:])
  private static let count = Atomic<Int>(0)

  @TaskLocal static var current: SharedSnapshot?
  @TaskLocal private static var comparison: (left: SharedSnapshot, right: SharedSnapshot)?

  private struct Weak: Sendable {
    weak var snapshot: SharedSnapshot?
  }

  private struct Noted: Sendable {
    /// Kept, so that its identity stays its own.
    let root: any AnySharedRoot
    var value: any Sendable
  }

  private let noted = Mutex<[ObjectIdentifier: Noted]>([:])

  /// As the values are now.
  package init() {
    Self.count.add(1, ordering: .acquiringAndReleasing)
    Self.living.withLock { $0[ObjectIdentifier(self)] = Weak(snapshot: self) }
  }

  deinit {
    Self.living.withLock { $0[ObjectIdentifier(self)] = nil }
    Self.count.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// Runs `body` with the shared values as they were. What it changes is changed in the snapshot alone.
  package func look<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Runs a comparison in which `==` of shared values sees the left one as it is in one snapshot and
  /// the right one as in another.
  package static func comparing<Result>(
    _ left: SharedSnapshot, with right: SharedSnapshot, _ body: () throws -> Result
  ) rethrows -> Result {
    try $comparison.withValue((left, right), operation: body)
  }

  /// Whether any test has one.
  static var isInUse: Bool { count.load(ordering: .acquiring) > 0 }

  static func areEqual<Value: Equatable>(
    _ left: any SharedLocation<Value>, _ right: any SharedLocation<Value>
  ) -> Bool {
    if isInUse, let comparison {
      return comparison.left.look(left.read) == comparison.right.look(right.read)
    }
    return left === right || left.read() == right.read()
  }

  /// A value is about to change. Called with its lock held.
  static func note<Value: Sendable>(_ value: Value, of root: SharedRoot<Value>) {
    let snapshots = living.withLock { living in living.values.compactMap(\.snapshot) }
    for snapshot in snapshots { snapshot.note(value, of: root) }
  }

  private func note<Value: Sendable>(_ value: Value, of root: SharedRoot<Value>) {
    noted.withLock { noted in
      let id = ObjectIdentifier(root)
      if noted[id] == nil { noted[id] = Noted(root: root, value: value) }
    }
  }

  func value<Value: Sendable>(of root: SharedRoot<Value>) -> Value {
    noted.withLock { $0[ObjectIdentifier(root)]?.value as? Value } ?? root.stored
  }

  func modify<Value: Sendable, Result>(
    _ root: SharedRoot<Value>, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    var value = value(of: root)
    defer {
      noted.withLock { $0[ObjectIdentifier(root)] = Noted(root: root, value: value) }
    }
    return try operation(&value)
  }
}
