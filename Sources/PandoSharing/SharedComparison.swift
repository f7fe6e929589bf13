import PandoBase

/// Compares states with the shared values in them as they were at two moments.
package struct SharedComparison {
  let left: SharedSnapshot
  let right: SharedSnapshot

  package init(left: SharedSnapshot, right: SharedSnapshot) {
    self.left = left
    self.right = right
  }

  /// Returns whether two states are equal, one as in the left snapshot, the other as in the right.
  package func areEqual<State: Equatable>(_ first: State, _ second: State) -> Bool {
    SharedSnapshot.comparing(left, with: right) {
      first == second && !(mayHideChanges && hideChange(first, second))
    }
  }

  /// Collections that are one in memory are equal without a look at their elements, so that what these
  /// share is not compared. That matters only where a shared value differs.
  private var mayHideChanges: Bool {
    left.isChanged || right.isChanged || left.timeline !== right.timeline
      || left.timeline.hasChanges(from: left.mark, to: right.mark)
  }

  /// Returns whether two equal values hold collections whose elements differ.
  private func hideChange(_ first: Any, _ second: Any) -> Bool {
    // Its own `==` looks at it.
    if first is any SharedProperty { return false }
    let mirror = Mirror(reflecting: first)
    if mirror.displayStyle == .class || mirror.children.isEmpty { return false }
    let others = Mirror(reflecting: second).children
    guard others.count == mirror.children.count else { return false }
    switch mirror.displayStyle {
    case .collection:
      return zip(mirror.children, others).contains { differ($0.value, $1.value) }
    case .dictionary:
      // What is one in memory has its keys in one order.
      let pairs = zip(mirror.children, others).map { (parts(of: $0.value), parts(of: $1.value)) }
      return pairs.allSatisfy { isEqual($0[0], $1[0]) }
        && pairs.contains { differ($0[1], $1[1]) }
    case .set: return false
    default: return zip(mirror.children, others).contains { hideChange($0.value, $1.value) }
    }
  }

  private func parts(of pair: Any) -> [Any] { Mirror(reflecting: pair).children.map(\.value) }

  /// Returns whether two elements differ in what they share. Some are not even equal to themselves,
  /// or are left out where they are compared.
  private func differ(_ first: Any, _ second: Any) -> Bool {
    let count = left.comparisonCount
    let areUnequal = first is any Equatable && !isEqual(first, second)
    return (areUnequal && left.comparisonCount != count) || hideChange(first, second)
  }
}

/// A property whose value is shared, whatever the type of that is.
package protocol SharedProperty {
  /// The value, as it is for the caller.
  var sharedValue: Any { get }
}

extension Shared: SharedProperty {
  package var sharedValue: Any { wrappedValue }
}

extension SharedReader: SharedProperty {
  package var sharedValue: Any { wrappedValue }
}
