/// The properties of a worker that placement goes by, beside its features.
package struct WorkerTraits: Hashable, Codable, Sendable {
  /// The words by which children ask for it.
  package var labels: Set<String>
  /// The number of children that it is to have at most; nil for any.
  package var lanesAtMost: Int?
  /// The share of new lanes that it takes; nil where it takes lanes by its load, as most workers do.
  package var share: PlacementShare?
  /// The build of its program; nil where it does not say.
  package var build: BuildID?

  package init(
    labels: some Sequence<String> = [], lanesAtMost: Int? = nil, share: PlacementShare? = nil,
    build: BuildID? = nil
  ) {
    self.labels = Set(labels)
    self.lanesAtMost = lanesAtMost
    self.share = share
    self.build = build
  }

  package static let none = WorkerTraits()

  /// The beginning of the label of a worker in a sandbox, which the rights of that make.
  package static let sandboxPrefix = "sandbox-"

  /// Returns whether it has labels. A worker in a sandbox is there for features of that sandbox alone: what they read of
  /// its memory is theirs.
  package func has(_ labels: [String]) -> Bool {
    labels.allSatisfy(self.labels.contains)
      && self.labels.allSatisfy { !$0.hasPrefix(Self.sandboxPrefix) || labels.contains($0) }
  }

  /// Returns whether it has what is wished for: the labels and, where no other will do, the build.
  package func fits(_ wish: PlacementWish) -> Bool {
    has(wish.labels) && (!wish.sameBuild || build == wish.build)
  }

  /// Returns whether it says that it is of another build than the one that is preferred.
  package func isKnownAsOtherBuild(than wish: PlacementWish) -> Bool {
    build != nil && isOtherBuild(than: wish)
  }

  /// Returns whether it is of another build than the one that is preferred, or does not say.
  package func isOtherBuild(than wish: PlacementWish) -> Bool {
    wish.build.map { $0 != build } ?? false
  }
}
