import FoundationEssentials
import PandoBase
package import PandoSharing

/// Finds the places in which two values of one type differ.
///
/// Values that their own `==` takes for equal are not looked into, and neither are a NaN and another, nor an error and
/// what remains of it once it has crossed to another process. Those that it takes for different differ as a whole where
/// their parts do not, as what can be seen of a value need not be all. What is nested deeper than
/// `ValueWords.depthAtMost` differs as a whole, too.
package struct FieldWalk {
  /// The shared values of either side, as they were; nil where they are what they are now.
  private let left: SharedSnapshot?
  private let right: SharedSnapshot?
  private var found: [FieldDifference] = []
  /// The number of places in which both are NaN, or one error, of which one side has crossed.
  private var toleratedCount = 0
  /// The number of values around the one that is visited.
  private var depth = 0
  private let limit: Int

  /// Returns the first `limit` places, in the order in which the properties are declared.
  ///
  /// Complexity: O(size of the values).
  package static func differences(
    _ left: Any, _ right: Any, in snapshots: (SharedSnapshot, SharedSnapshot)? = nil,
    limit: Int = 5
  ) -> [FieldDifference] {
    var walk = FieldWalk(left: snapshots?.0, right: snapshots?.1, limit: limit)
    walk.visit(left, right, "")
    return walk.found
  }

  private init(left: SharedSnapshot?, right: SharedSnapshot?, limit: Int) {
    self.left = left
    self.right = right
    self.limit = limit
  }

  // MARK: - Walking

  private mutating func visit(_ first: Any, _ second: Any, _ path: String) {
    guard found.count < limit else { return }
    guard type(of: first) == type(of: second) else {
      if !isCrossed(first, second) { return note(first, second, path) }
      toleratedCount += 1
      return
    }
    if areEqual(first, second) { return }
    if depth == ValueWords.depthAtMost {
      // Of what cannot be compared, a value around it says whether it differs.
      if first is any Equatable { note(first, second, path) }
      return
    }
    depth += 1
    defer { depth -= 1 }
    let before = (found.count, toleratedCount)
    visitParts(first, second, path)
    if first is any Equatable, (found.count, toleratedCount) == before {
      note(first, second, path)
    }
  }

  private mutating func visitParts(_ first: Any, _ second: Any, _ path: String) {
    if let first = first as? any SharedProperty, let second = second as? any SharedProperty {
      return visit(value(of: first, left), value(of: second, right), path)
    }
    if isNaN(first), isNaN(second) {
      toleratedCount += 1
      return
    }
    if let first = first as? any SIMD, let second = second as? any SIMD {
      return visit(numbers(in: first), numbers(in: second), path)
    }
    let mirrors = (reflect(first, left), reflect(second, right))
    if isLeaf(first) || (mirrors.0.children.isEmpty && mirrors.1.children.isEmpty) {
      if !lookEqual(first, second) { note(first, second, path) }
      return
    }
    switch mirrors.0.displayStyle {
    case .optional: visitOptional(mirrors, first, second, path)
    case .enum: visitCase(mirrors, first, second, path)
    case .collection: visitElements(mirrors, first, second, path)
    case .dictionary: visitEntries(mirrors, first, second, path)
    case .set: note(first, second, path)
    default: visitProperties(mirrors, first, second, path)
    }
  }

  private mutating func visitOptional(
    _ mirrors: (Mirror, Mirror), _ first: Any, _ second: Any, _ path: String
  ) {
    guard let old = mirrors.0.children.first, let new = mirrors.1.children.first else {
      return note(first, second, path)
    }
    visit(old.value, new.value, path)
  }

  private mutating func visitCase(
    _ mirrors: (Mirror, Mirror), _ first: Any, _ second: Any, _ path: String
  ) {
    guard let old = mirrors.0.children.first, let new = mirrors.1.children.first,
      let label = old.label, label == new.label
    else { return note(first, second, path) }
    visit(old.value, new.value, join(path, label))
  }

  private mutating func visitElements(
    _ mirrors: (Mirror, Mirror), _ first: Any, _ second: Any, _ path: String
  ) {
    let (old, new) = (mirrors.0.children.map(\.value), mirrors.1.children.map(\.value))
    // Elements in another order are one difference.
    guard old.count == new.count, !DifferenceCause.isReordered(old, new) else {
      return note(first, second, path)
    }
    for (index, pair) in zip(old, new).enumerated() {
      visit(pair.0, pair.1, "\(path)[\(index)]")
    }
  }

  private mutating func visitEntries(
    _ mirrors: (Mirror, Mirror), _ first: Any, _ second: Any, _ path: String
  ) {
    let (old, new) = (entries(mirrors.0), entries(mirrors.1))
    guard old.map(\.key) == new.map(\.key) else { return note(first, second, path) }
    for (left, right) in zip(old, new) { visit(left.value, right.value, "\(path)[\(left.key)]") }
  }

  private mutating func visitProperties(
    _ mirrors: (Mirror, Mirror), _ first: Any, _ second: Any, _ path: String
  ) {
    // A mirror of one's own may leave out what is not there.
    guard mirrors.0.children.count == mirrors.1.children.count else {
      return note(first, second, path)
    }
    for (old, new) in zip(mirrors.0.children, mirrors.1.children) {
      let label = old.label ?? ""
      // What macros add is not the feature's.
      if label.hasPrefix("_$") { continue }
      // A property wrapper keeps its storage behind an underscore, the payload of a case has dots.
      let name = label.drop { $0 == "_" || $0 == "." }
      visit(old.value, new.value, join(path, String(name)))
    }
  }

  // MARK: - Parts

  private mutating func note(_ first: Any, _ second: Any, _ path: String) {
    found.append(FieldDifference(path: path, left: first, right: second))
  }

  private func join(_ path: String, _ name: String) -> String {
    path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
  }

  private func entries(_ mirror: Mirror) -> [(key: String, value: Any)] {
    mirror.children.compactMap { child in
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      return pair.count == 2 ? (FieldDifference.text(of: pair[0]), pair[1]) : nil
    }
    .sorted { $0.0 < $1.0 }
  }

  /// Values that are of one piece to their users.
  private func isLeaf(_ value: Any) -> Bool {
    value is Date || value is UUID || value is Data || value is Decimal || value is String
      || value is URL
  }

  private func numbers<Vector: SIMD>(in vector: Vector) -> [Vector.Scalar] {
    vector.indices.map { vector[$0] }
  }

  private func reflect(_ value: Any, _ snapshot: SharedSnapshot?) -> Mirror {
    // A shared value shows what it is when the mirror is made.
    snapshot?.look { Mirror(reflecting: value) } ?? Mirror(reflecting: value)
  }

  private func value(of shared: any SharedProperty, _ snapshot: SharedSnapshot?) -> Any {
    guard let snapshot else { return shared.sharedValue }
    return snapshot.look { shared.sharedValue }
  }

  private func areEqual(_ first: Any, _ second: Any) -> Bool {
    guard let first = first as? any Equatable else { return false }
    guard let left, let right else { return isEqual(first, second) }
    return SharedSnapshot.comparing(left, with: right) { isEqual(first, second) }
  }

  private func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    first == (second as? Value)
  }

  /// Returns whether two values without parts are the same, though they are not equal: two closures.
  private func lookEqual(_ first: Any, _ second: Any) -> Bool {
    !(first is any Equatable) && String(describing: first) == String(describing: second)
  }

  /// Returns whether one is what remains of the other, an error of any type, once it has crossed to another process.
  private func isCrossed(_ first: Any, _ second: Any) -> Bool {
    guard let first = first as? any Error, let second = second as? any Error,
      first is CodableError || second is CodableError
    else { return false }
    return CodableError(first) == CodableError(second)
  }

  private func isNaN(_ value: Any) -> Bool {
    (value as? any FloatingPoint)?.isNaN ?? false
  }
}
