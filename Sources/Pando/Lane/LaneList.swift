import PandoHosting

/// A few lanes; almost always none or one, which then costs no allocation.
struct LaneList {
  private var first: AnyLane? {
    didSet { lentFirst = first.map(Unmanaged.passUnretained) }
  }
  // The same, which `first` holds, without counting a reference for every action.
  private var lentFirst: Unmanaged<AnyLane>?
  /// Nil when there are none, because copies of an empty array are counted too.
  private var others: [AnyLane]?

  init() {}

  init(_ lane: AnyLane) {
    first = lane
    lentFirst = .passUnretained(lane)
  }

  var isEmpty: Bool { first == nil }

  /// Returns whether it has this lane, and no other.
  @inline(__always)
  func isOnly(_ lane: AnyLane?) -> Bool { first === lane && others == nil }

  var count: Int { first == nil ? 0 : 1 + (others?.count ?? 0) }

  /// Returns whether a lane is the one at a place.
  func isLane(_ lane: AnyLane, at index: Int) -> Bool {
    if index == 0 { return first === lane }
    guard let others, index <= others.count else { return false }
    return others[index - 1] === lane
  }

  mutating func append(_ lane: AnyLane) {
    if first == nil { first = lane } else { others = (others ?? []) + [lane] }
  }

  /// True if every lane commits out of order.
  var isAsReady: Bool {
    first != nil && allSatisfy { $0.options.order == .asReady && !$0.isInProcess }
  }

  /// The newest lane. Only where there is one.
  var newest: LaneID {
    var newest: LaneID?
    forEach { if $0.id.rawValue >= newest?.rawValue ?? 0 { newest = $0.id } }
    guard let newest else { preconditionFailure("an empty list has no newest lane") }
    return newest
  }

  /// The oldest lane that takes actions; nil when all of them have been closed.
  var firstAccepting: LaneID? {
    var oldest: LaneID?
    forEach { lane in
      if lane.isAccepting, lane.id.rawValue < oldest?.rawValue ?? .max { oldest = lane.id }
    }
    return oldest
  }

  func contains(_ lane: AnyLane) -> Bool {
    first === lane || others?.contains { $0 === lane } == true
  }

  /// The lane of one hosted feature, which the list holds; nil when it has none.
  @inline(__always)
  func lentLane(at site: Int) -> Unmanaged<AnyLane>? {
    if let lentFirst, lentFirst._withUnsafeGuaranteedRef({ $0.site == site }) { return lentFirst }
    return others?.first { $0.site == site }.map(Unmanaged.passUnretained)
  }

  /// Lends the first lane, which the list holds, if there is one.
  @inline(__always)
  func withFirst(_ body: (AnyLane) -> Void) {
    lentFirst?._withUnsafeGuaranteedRef { body($0) }
  }

  @inline(__always)
  func forEach(_ body: (AnyLane) -> Void) {
    if let first { body(first) }
    others?.forEach(body)
  }

  @inline(__always)
  func allSatisfy(_ condition: (AnyLane) -> Bool) -> Bool {
    (first.map(condition) ?? true) && (others?.allSatisfy(condition) ?? true)
  }
}
