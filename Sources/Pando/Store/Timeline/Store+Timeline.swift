extension Store {
  /// Records the commits of this store, or of the store that it is a part of, for a reader, until ``end(_:)``.
  package func begin(_ ring: CommitRing) { core.whole.begin(ring) }

  /// Records nothing for a reader any longer.
  package func end(_ ring: CommitRing) { core.whole.end(ring) }
}
