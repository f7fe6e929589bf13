/// A few lanes; almost always none or one, which then costs no allocation.
struct LaneList {
  private var first: AnyLane?
  private var others: [AnyLane] = []

  var isEmpty: Bool { first == nil }

  var count: Int { first == nil ? 0 : 1 + others.count }

  /// Whether a lane is the one at a place.
  func isLane(_ lane: AnyLane, at index: Int) -> Bool {
    if index == 0 { return first === lane }
    return index <= others.count && others[index - 1] === lane
  }

  mutating func append(_ lane: AnyLane) {
    if first == nil { first = lane } else { others.append(lane) }
  }

  func contains(_ lane: AnyLane) -> Bool {
    first === lane || others.contains { $0 === lane }
  }

  func lane(at site: Int) -> AnyLane? {
    if let first, first.site == site { return first }
    return others.first { $0.site == site }
  }

  func forEach(_ body: (AnyLane) -> Void) {
    if let first { body(first) }
    others.forEach(body)
  }

  func allSatisfy(_ condition: (AnyLane) -> Bool) -> Bool {
    first.map(condition) ?? true && others.allSatisfy(condition)
  }
}
