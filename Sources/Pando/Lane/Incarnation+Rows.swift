import PandoWire

extension Incarnation {
  /// The least number of children for which an array notes which of its rows change; fewer are all looked
  /// at.
  private static let trackedChildrenAtLeast = 2

  /// Returns the positions of the rows that may have changed since the last call; nil where they are not
  /// known, or where it costs less to look at each child that is watched.
  ///
  /// To be called after each commit, with the array where it lies, while a child is watched: the child of
  /// another row is as it was last shown its state. O(rows that may have changed).
  func changedRows<ID, Element>(
    of rows: inout IdentifiedArray<ID, Element>, at site: Int
  ) -> PositionsOfRows? {
    guard let index = sites.firstIndex(where: { $0.number == site }) else { return nil }
    guard watch.sharing == 0, sites[index].running.count >= Self.trackedChildrenAtLeast else {
      // The children are shown their states in another way, and what was tracked is older than that.
      if sites[index].rowTracking != nil { sites[index].rowTracking = nil }
      return nil
    }
    guard let number = sites[index].rowTracking, let changes = rows.takeChanges(number) else {
      sites[index].rowTracking = rows.trackChanges()
      return nil
    }
    let positions = changes.positions(among: rows.count)
    return positions.count < sites[index].running.count ? positions : nil
  }
}
