import Synchronization

/// The shared values of the process as they are at one moment, for a test that compares states.
///
/// A copy of a state holds the same shared values as the state. So a test takes a snapshot before an
/// action and one after it, has its closure change the expected state inside ``look(_:)`` of the one
/// before, and compares inside ``comparing(_:with:_:)``:
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
/// ``TestStore`` makes them of the marks of its timeline, one of which it takes at each commit.
package final class SharedSnapshot: Sendable {
  @TaskLocal package static var current: SharedSnapshot?
  @TaskLocal private static var comparison: (left: SharedSnapshot, right: SharedSnapshot)?

  let timeline: SharedTimeline
  let mark: SharedTimeline.Mark
  /// The values that were changed in the snapshot alone.
  private let changed = Mutex<[UInt64: any Sendable]>([:])
  private let wasRead = Atomic(false)
  private let compared = Atomic<UInt64>(0)

  /// As the values are now.
  package convenience init() {
    let timeline = SharedTimeline()
    self.init(of: timeline, at: timeline.mark())
  }

  package init(of timeline: SharedTimeline, at mark: SharedTimeline.Mark) {
    self.timeline = timeline
    self.mark = mark
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

  /// True if any test has one.
  static var isInUse: Bool { SharedTimeline.isInUse }

  /// Returns whether any value changed between this moment and that of another of the same timeline.
  package func hasChanges(until other: SharedSnapshot) -> Bool {
    timeline.hasChanges(from: mark, to: other.mark)
  }

  /// True if anybody looked at a shared value, or changed one, in the snapshot.
  package var isUsed: Bool { wasRead.load(ordering: .relaxed) }

  /// True if what was changed in the snapshot makes it another than that of its moment.
  var isChanged: Bool { changed.withLock { !$0.isEmpty } }

  /// The number of shared values that were compared with this one on the left; tells whether
  /// something that is compared holds any.
  var comparisonCount: UInt64 { compared.load(ordering: .relaxed) }

  static func areEqual<Value: Equatable>(
    _ left: any SharedLocation<Value>, _ right: any SharedLocation<Value>
  ) -> Bool {
    if isInUse, let comparison {
      comparison.left.compared.add(1, ordering: .relaxed)
      return comparison.left.look(left.read) == comparison.right.look(right.read)
    }
    return left === right || left.read() == right.read()
  }

  /// The values that a shared one has on the left and on the right of a comparison; nil outside of one.
  static func compared<Value>(
    _ location: any SharedLocation<Value>
  ) -> (left: Value, right: Value)? {
    guard isInUse, let comparison else { return nil }
    return (comparison.left.look(location.read), comparison.right.look(location.read))
  }

  func value<Value: Sendable>(of root: SharedRoot<Value>) -> Value {
    wasRead.store(true, ordering: .relaxed)
    // Unwrapped first: the cast of nothing to an optional type is a nil that is there.
    if let changed = changed.withLock({ $0[root.number] }), let value = changed as? Value {
      return value
    }
    // In this order: a change after the look at the value as it is comes too late to matter, and one
    // before it has been noted.
    let stored = root.stored
    return timeline.value(of: root.number, at: mark) ?? stored
  }

  func modify<Value: Sendable, Result>(
    _ root: SharedRoot<Value>, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    var value = value(of: root)
    defer { changed.withLock { $0[root.number] = value } }
    return try operation(&value)
  }
}
