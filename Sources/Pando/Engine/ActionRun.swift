import PandoHosting

/// Consecutive actions that were sent from outside, each for one hosted feature at the most, between
/// acceptance and commit.
///
/// They lie side by side, without an object for each. What makes an action special (an effect that sent
/// it, several lanes, a route that only the state tells, a commit out of order) needs a `PendingAction`;
/// an action of a run becomes one when that turns out at its commit.
final class ActionRun<Action>: AnyPendingAction {
  /// The number of actions that ends a run.
  private static var capacityAtMost: Int { 256 }

  // The actions from `first` up to `end` are initialised, and so are their details; nothing else is. A
  // collection of a generic type would ask the runtime for its own type with every call.
  private var actions: UnsafeMutablePointer<Action>
  private var details: UnsafeMutablePointer<ActionRunDetail>
  private var capacity = 4
  /// The lanes of its actions, each once for those that follow one another: held here, so that the details
  /// need not count a reference for every action.
  private var heldLanes: [AnyLane] = []
  private var lastLane: Unmanaged<AnyLane>?
  @exclusivity(unchecked)
  private var first = 0
  private var end = 0

  required init() {
    actions = .allocate(capacity: capacity)
    details = .allocate(capacity: capacity)
    super.init(origin: nil, hostOrigin: nil, tracker: nil, sender: nil, emit: nil)
  }

  deinit {
    (actions + first).deinitialize(count: end - first)
    (details + first).deinitialize(count: end - first)
    actions.deallocate()
    details.deallocate()
  }

  override var isRun: Bool { true }

  override func hasLane(where condition: (AnyLane) -> Bool) -> Bool {
    heldLanes.contains(where: condition)
  }

  var isEmpty: Bool { first == end }

  /// Returns whether the action of a number may be added: those of a run have no gaps.
  func takes(_ number: UInt64) -> Bool {
    first < end && end < Self.capacityAtMost && number == self.number &+ UInt64(end - first)
  }

  func append(_ action: Action, for lane: AnyLane?, byteCount: Int) {
    if end == capacity { grow() }
    (actions + end).initialize(to: action)
    (details + end).initialize(to: ActionRunDetail(lane: hold(lane), byteCount: byteCount))
    end += 1
  }

  @inline(never)
  private func grow() {
    let larger = capacity * 4
    let (movedActions, movedDetails) = (
      UnsafeMutablePointer<Action>.allocate(capacity: larger),
      UnsafeMutablePointer<ActionRunDetail>.allocate(capacity: larger)
    )
    (movedActions + first).moveInitialize(from: actions + first, count: end - first)
    (movedDetails + first).moveInitialize(from: details + first, count: end - first)
    actions.deallocate()
    details.deallocate()
    (actions, details, capacity) = (movedActions, movedDetails, larger)
  }

  @inline(__always)
  private func hold(_ lane: AnyLane?) -> Unmanaged<AnyLane>? {
    guard let lane else { return nil }
    let reference = Unmanaged.passUnretained(lane)
    if lastLane?.toOpaque() != reference.toOpaque() {
      heldLanes.append(lane)
      lastLane = reference
    }
    return reference
  }

  /// The lane of the first action. It lives for as long as the run.
  var firstLane: Unmanaged<AnyLane>? {
    precondition(first < end, "an empty run is in no buffer")
    return details[first].lane
  }

  /// Returns whether there is a first action, and it is for a lane.
  func isNext(for lane: AnyLane) -> Bool {
    first < end && details[first].lane?.toOpaque() == Unmanaged.passUnretained(lane).toOpaque()
  }

  /// The size of the first action, encoded, in bytes.
  var firstByteCount: Int {
    precondition(first < end, "an empty run is in no buffer")
    return details[first].byteCount
  }

  /// Lends the first action.
  func withFirst(_ body: (UnsafeMutablePointer<Action>) -> Void) {
    precondition(first < end, "an empty run is in no buffer")
    body(actions + first)
  }

  /// Returns an action by its place among those for a lane, with its number; where there are fewer, takes their count from
  /// the place. O(actions).
  func action(at place: inout Int, of lane: AnyLane) -> (Action, number: UInt64)? {
    let wanted = Unmanaged.passUnretained(lane).toOpaque()
    for index in first..<end where details[index].lane?.toOpaque() == wanted {
      if place == 0 { return (actions[index], number: number &+ UInt64(index - first)) }
      place -= 1
    }
    return nil
  }

  /// Takes the first action out.
  func removeFirst() -> Action {
    precondition(first < end, "an empty run is in no buffer")
    (details + first).deinitialize(count: 1)
    first += 1
    standing.number &+= 1
    isRouteCertain = false
    return (actions + (first - 1)).move()
  }
}

/// The lane and size of an action of a run. Outside of the run's type, as it does not depend on the
/// action's.
private struct ActionRunDetail {
  let lane: Unmanaged<AnyLane>?
  let byteCount: Int
}
