/// A worker that hosts a feature and may be used, as placement sees it.
package struct PlacementCandidate<ID: Comparable> {
  package let id: ID
  /// The number of lanes that it has or is about to have.
  package let load: Int
  package let traits: WorkerTraits

  package init(id: ID, load: Int, traits: WorkerTraits = .none) {
    self.id = id
    self.load = load
    self.traits = traits
  }

  /// True if it takes one lane more.
  package var hasRoom: Bool { traits.lanesAtMost.map { load < $0 } ?? true }
}
