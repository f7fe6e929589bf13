/// A worker that hosts a feature and may be used, as placement sees it.
package struct PlacementCandidate<ID: Comparable> {
  package let id: ID
  /// The number of lanes that it has or is about to have.
  package let load: Int
  package let traits: WorkerTraits
  /// True if its processors are saturated, or its memory is nearly gone.
  package var isStrained = false
  /// The number of lanes of the wish's group that it has, and that its host has.
  package var neighbours = 0
  package var neighboursOnHost = 0
  /// Stands for its process or endpoint, the same number for whoever places.
  package var seed: UInt64 = 0

  package init(id: ID, load: Int, traits: WorkerTraits = .none) {
    self.id = id
    self.load = load
    self.traits = traits
  }

  /// True if it takes one lane more.
  package var hasRoom: Bool { traits.lanesAtMost.map { load < $0 } ?? true }
}
