/// One life of a child's state that something depends on: running effects, or a lane.
///
/// Incarnations form a tree beside the state. Children without effects have none, so they cost
/// nothing. Not synchronised: whoever owns the tree guards it.
package final class Incarnation: EffectOwner {
  package let step: IncarnationStep?
  package private(set) weak var parent: Incarnation?
  override var ownerAbove: EffectOwner? { parent }

  /// The children of one operator.
  struct Site {
    let number: Int
    var newest: Incarnation
    var children: ChildTable
    /// The children with a lane that is due, in them or below: few, as few lanes take part in a commit.
    var due: [Incarnation] = []
    /// The children with a lane whose effects run on a worker, in them or below.
    var running: [IncarnationStep: Incarnation] = [:]
    /// The children that have children.
    var branching: [IncarnationStep: Incarnation] = [:]
    /// The children by the ids of their rows, once a `forEach` has looked for one.
    var index: AnyRowIndex?
    /// The number of the tracking that tells which rows changed since their children were last looked at;
    /// nil until many are looked at.
    var rowTracking: UInt64?
  }

  /// A few, as a feature has few operators with children.
  @exclusivity(unchecked)
  var sites: [Site] = [] {
    didSet {
      soleSite = sites.count == 1 ? sites[0].number : -1
      soleChild = sites.count == 1 ? .passUnretained(sites[0].newest) : nil
    }
  }

  // The newest child of the only operator with children, and the only lane: found without counting a
  // reference, since sender and committer would pass the memory of the count to and fro with every
  // action. `sites` and `lanes`, which set them at each change, hold what they name.
  private var soleSite = -1
  private var soleChild: Unmanaged<Incarnation>?
  private var soleLane: Unmanaged<AnyLane>?

  /// The number of lanes that are watched, here and below.
  var watch = LaneWatch.none

  /// True if it is in its parent's list.
  private(set) var isAttached = false

  /// True if its state has gone: on a host, perhaps by an action that has not committed.
  package private(set) var isEnded = false

  /// The lanes of the hosted features that belong to it directly.
  @exclusivity(unchecked)
  var lanes: [AnyLane] = [] {
    didSet { soleLane = lanes.count == 1 ? .passUnretained(lanes[0]) : nil }
  }

  /// The membership stamp of the collection at a `forEach`, when it was last swept; by its number.
  var sweptMembership: [Int: UInt64] = [:]

  /// Another child of its operator whose step has the same hash; for `ChildTable`.
  var alike: Incarnation?

  /// The root.
  package init() {
    step = nil
    identity = nil
    lentIdentity = nil
    super.init(token: 0)
  }

  /// The identity of its step, for whoever knows its type.
  let identity: AnyObject?
  // The same, which `identity` holds, without counting a reference for every action.
  let lentIdentity: Unmanaged<AnyObject>?

  private init(step: IncarnationStep, parent: Incarnation, token: UInt64) {
    self.step = step
    identity = step.typed
    lentIdentity = step.typed.map(Unmanaged.passUnretained)
    self.parent = parent
    super.init(token: token)
  }

  var hasChildren: Bool { !sites.isEmpty }

  /// Empty, or what lives at one `forEach`.
  func children(at site: Int) -> ChildTable {
    sites.first { $0.number == site }?.children ?? ChildTable()
  }

  /// The children at one operator that have children of their own.
  func branchingChildren(at site: Int) -> [IncarnationStep: Incarnation] {
    sites.first { $0.number == site }?.branching ?? [:]
  }

  /// Returns the child at one `ifLet`; there is one at the most.
  func onlyChild(at site: Int) -> Incarnation? {
    for index in sites.indices where sites[index].number == site { return sites[index].newest }
    return nil
  }

  /// Lends what lives at one `ifLet`; nothing may end it meanwhile. Returns false when nothing lives
  /// there.
  @inline(__always)
  func withOnlyChild(at site: Int, _ body: (Incarnation) -> Void) -> Bool {
    if soleSite == site, let soleChild {
      soleChild._withUnsafeGuaranteedRef { body($0) }
      return true
    }
    guard let child = onlyChild(at: site) else { return false }
    body(child)
    return true
  }

  /// Lends the lane of one hosted feature. Returns false when it has none.
  @inline(__always)
  func withLane(at site: Int, _ body: (AnyLane) -> Void) -> Bool {
    if let soleLane {
      return soleLane._withUnsafeGuaranteedRef {
        if $0.site != site { return false }
        body($0)
        return true
      }
    }
    guard let lane = lane(at: site) else { return false }
    body(lane)
    return true
  }

  package func child(_ step: IncarnationStep) -> Incarnation? {
    guard let site = sites.first(where: { $0.number == step.site }) else { return nil }
    // Asked mostly for the same child again, which then costs no hashing.
    if site.newest.step == step { return site.newest }
    return site.children[step]
  }

  /// Returns the child at one row of a `forEach`. O(1).
  func row<ID: Hashable>(_ id: ID, at site: Int) -> Incarnation? {
    for index in sites.indices where sites[index].number == site {
      if let rows = sites[index].index {
        // One site is one `forEach`, so whoever made the index had ids of this type.
        return unsafeDowncast(rows, to: RowIndex<ID>.self).child(id)
      }
      let rows = RowIndex<ID>()
      for (_, child) in sites[index].children { rows.add(child) }
      sites[index].index = rows
      return rows.child(id)
    }
    return nil
  }

  package func makeChild(_ step: IncarnationStep, token: UInt64) -> Incarnation {
    let child = Incarnation(step: step, parent: self, token: token)
    attach(child, step)
    return child
  }

  private func attach(_ child: Incarnation, _ step: IncarnationStep) {
    if let index = sites.firstIndex(where: { $0.number == step.site }) {
      if let former = sites[index].children[step] { leave(former, step) }
      sites[index].children[step] = child
      sites[index].index?.add(child)
      sites[index].newest = child
    } else {
      sites.append(
        Site(number: step.site, newest: child, children: ChildTable(child, at: step)))
      // What came and went while nothing lived there was not swept.
      sweptMembership[step.site] = nil
      if sites.count == 1 { listInParent() }
    }
    child.isAttached = true
    child.listInParent()
    if child.isWatched { noteWatched(child.watch) }
  }

  /// No longer counts what is watched in a child that is to go.
  private func leave(_ child: Incarnation, _ step: IncarnationStep) {
    child.isAttached = false
    for index in sites.indices where sites[index].number == step.site {
      sites[index].due.removeAll { $0 === child }
      sites[index].running[step] = nil
      sites[index].branching[step] = nil
    }
    if child.isWatched { noteWatched(.none - child.watch) }
  }

  /// Has its parent know whether it has children, and something that is watched.
  private func listInParent() {
    guard isAttached, let parent, let step else { return }
    for index in parent.sites.indices where parent.sites[index].number == step.site {
      if (parent.sites[index].branching[step] != nil) != hasChildren {
        parent.sites[index].branching[step] = hasChildren ? self : nil
      }
      listWatch(in: &parent.sites[index], step)
    }
  }

  private func detach(_ child: Incarnation, _ step: IncarnationStep) {
    guard let index = sites.firstIndex(where: { $0.number == step.site }),
      sites[index].children[step] === child
    else { return }
    leave(child, step)
    sites[index].index?.remove(child)
    sites[index].children[step] = nil
    if sites[index].children.isEmpty {
      sites.remove(at: index)
      if sites.isEmpty { listInParent() }
    } else if sites[index].newest === child, let other = sites[index].children.any {
      sites[index].newest = other
    }
  }

  /// Takes it and everything below it out of the tree.
  package func end() {
    isEnded = true
    if let parent, let step { parent.detach(self, step) }
    // Their place below this one is kept, so that `revive()` brings them back.
    forEachDescendant { $0.isEnded = true }
  }

  /// Undoes `end()`, after the action that ended it was squashed.
  package func revive() {
    guard let parent, let step else { return }
    isEnded = false
    parent.attach(self, step)
    forEachDescendant { $0.isEnded = false }
  }

  package func forEachDescendant(_ body: (Incarnation) -> Void) {
    for site in sites {
      for (_, child) in site.children {
        body(child)
        child.forEachDescendant(body)
      }
    }
  }

  /// The steps that lead here from the root.
  var path: [IncarnationStep] {
    guard let step else { return [] }
    return (parent?.path ?? []) + [step]
  }

  func lane(at site: Int) -> AnyLane? {
    for index in lanes.indices where lanes[index].site == site { return lanes[index] }
    return nil
  }

  /// The lane of one hosted feature that it is, or is below of.
  func nearestLane(at site: Int) -> AnyLane? {
    lane(at: site) ?? parent?.nearestLane(at: site)
  }
}
