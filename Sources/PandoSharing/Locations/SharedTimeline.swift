import Synchronization

/// The past values of the process's shared values, from the oldest mark that is of use until now.
///
/// A mark is a moment. It costs a number: a value is noted when it is about to change, once between two
/// marks.
package final class SharedTimeline: Sendable {
  /// A moment; later ones are greater.
  package struct Mark: Comparable, Sendable {
    fileprivate let number: UInt64

    package static func < (left: Mark, right: Mark) -> Bool { left.number < right.number }
  }

  private struct Weak: Sendable {
    weak var timeline: SharedTimeline?
  }

  /// A value as it was up to a mark.
  private struct Past: Sendable {
    let last: Mark
    let value: any Sendable
  }

  private struct History {
    var mark = Mark(number: 0)
    /// By the number of their value, the oldest first.
    var pasts: [UInt64: [Past]] = [:]
  }

  private static let living = Mutex<[ObjectIdentifier: Weak]>([:])
  private static let count = Atomic<Int>(0)

  private let history = Mutex(History())

  package init() {
    Self.count.add(1, ordering: .acquiringAndReleasing)
    Self.living.withLock { $0[ObjectIdentifier(self)] = Weak(timeline: self) }
  }

  deinit {
    Self.living.withLock { $0[ObjectIdentifier(self)] = nil }
    Self.count.subtract(1, ordering: .acquiringAndReleasing)
  }

  /// True if any test has one.
  static var isInUse: Bool { count.load(ordering: .acquiring) > 0 }

  /// A value is about to change. Called with its lock held.
  static func note<Value: Sendable>(_ value: Value, of root: SharedRoot<Value>) {
    // They are let go of outside the lock, which the end of one takes.
    let timelines = living.withLock { $0.values.compactMap(\.timeline) }
    for timeline in timelines { timeline.note(value, of: root.number) }
  }

  private func note(_ value: some Sendable, of number: UInt64) {
    history.withLock { history in
      if history.pasts[number]?.last?.last == history.mark { return }
      history.pasts[number, default: []].append(Past(last: history.mark, value: value))
    }
  }

  /// As the values are now.
  package func mark() -> Mark {
    history.withLock { history in
      history.mark = Mark(number: history.mark.number + 1)
      return history.mark
    }
  }

  /// Returns the value as it was at a mark; nil where it has not changed since.
  func value<Value>(of number: UInt64, at mark: Mark) -> Value? {
    history.withLock { history in
      // Unwrapped first: the cast of nothing to an optional type is a nil that is there.
      guard let past = history.pasts[number]?.first(where: { $0.last >= mark }) else { return nil }
      return past.value as? Value
    }
  }

  /// Returns whether any value changed between two moments.
  func hasChanges(from first: Mark, to second: Mark) -> Bool {
    let (older, newer) = (min(first, second), max(first, second))
    return history.withLock { history in
      history.pasts.values.contains { $0.contains { $0.last >= older && $0.last < newer } }
    }
  }

  /// Lets go of what was before a moment.
  package func forget(before mark: Mark) {
    // Values are let go of outside the lock, which the end of one may take.
    let gone = history.withLock { history -> [UInt64: [Past]] in
      let all = history.pasts
      if all.isEmpty { return all }
      history.pasts = all.compactMapValues { pasts in
        let kept = pasts.filter { $0.last >= mark }
        return kept.isEmpty ? nil : kept
      }
      return all
    }
    withExtendedLifetime(gone) {}
  }
}
