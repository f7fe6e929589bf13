/// One life of a feature in which something mounts: what of it is mounted, with the children below.
///
/// A store that has an `onMount` keeps a tree of these beside its state. Guarded by the store's lock.
final class MountedFeature {
  private struct Site {
    /// The children whose state is there, or was at the last look.
    var children: [IncarnationStep: MountedFeature] = [:]
    /// The membership stamp of a collection at the last look.
    var membership: UInt64?
  }

  /// True of a look at a store that has restarted: not for what is to be mounted, but for what lost its effects.
  let isRestart: Bool

  private var sites: [Int: Site] = [:]
  /// The steps to the children of collections in which something is mounted no longer, by operator; nearly always none.
  private var forgotten: [Int: Set<IncarnationStep>] = [:]
  /// The values by which the feature's own operators are mounted: by number, nil where there is none.
  private var ids: [Int: AnyHashable?] = [:]

  init(isRestart: Bool = false) {
    self.isRestart = isRestart
  }

  /// Returns whether to look at a feature whose state is there.
  func looks<State, Action>(into node: Node<State, Action>) -> Bool {
    node.mayMount || isRestart && node.mayHost
  }

  /// Notes that an operator is mounted by a value. Returns whether it was not.
  func begin(at site: Int, id: AnyHashable?) -> Bool {
    // A value that is not equal to itself would mount for ever.
    if let former = ids[site], former == id || id != id { return false }
    ids.updateValue(id, forKey: site)
    return true
  }

  /// Returns the only child at one operator; any other that was there has gone.
  func onlyChild(_ step: IncarnationStep) -> MountedFeature {
    if let child = child(step) { return child }
    let child = MountedFeature(isRestart: isRestart)
    sites[step.site] = Site(children: [step: child])
    return child
  }

  /// The child at one operator has gone.
  func removeChildren(at site: Int) {
    if sites[site] != nil { sites[site] = nil }
  }

  /// Returns one of the children of an operator; nil where it is not mounted.
  func child(_ step: IncarnationStep) -> MountedFeature? {
    sites[step.site]?.children[step]
  }

  // MARK: - Children of a collection

  /// The membership stamp of the collection at one operator at the last look.
  func membership(at site: Int) -> UInt64? { sites[site]?.membership }

  /// Notes what the collection at one operator consists of, and drops the children that have gone.
  ///
  /// - Parameter steps: The steps to the children that are there.
  func note(_ steps: [IncarnationStep], membership: UInt64?, at site: Int) {
    var children: [IncarnationStep: MountedFeature] = [:]
    children.reserveCapacity(steps.count)
    for step in steps { children[step] = child(step) ?? MountedFeature(isRestart: isRestart) }
    sites[site] = Site(children: children, membership: membership)
    if !forgotten.isEmpty { forgotten[site] = nil }
  }

  // MARK: - Mounting again

  /// Forgets what is mounted in the feature that the steps lead to.
  func forget(_ steps: ArraySlice<IncarnationStep>) {
    guard let first = steps.first else {
      sites = [:]
      forgotten = [:]
      ids = [:]
      return
    }
    child(first)?.forget(steps.dropFirst())
    // A collection whose members stay is else not looked at, and then at these alone: many are forgotten one by one.
    if membership(at: first.site) != nil { forgotten[first.site, default: []].insert(first) }
  }

  /// Returns the steps to the children of a collection in which something is mounted no longer, and takes them for
  /// mounted.
  func takeForgotten(at site: Int) -> Set<IncarnationStep> {
    // Asked with each commit.
    if forgotten.isEmpty { return [] }
    return forgotten.removeValue(forKey: site) ?? []
  }
}

/// The elements of a collection that may have to be mounted.
enum UnmountedElements {
  case all
  case some(Set<IncarnationStep>)
}
