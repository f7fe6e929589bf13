/// The wishes of which people were told, once for each whatever its group.
struct PoolNotices {
  /// The number of answers in a row that there is no worker, before people hear of it: about half a second, in
  /// which those that start at the same time find each other.
  static let failuresToTellOf = 4

  /// The wishes that nobody fulfils.
  private var missing: Set<PlacementWish> = []
  /// The wishes that nobody fulfils yet.
  private var absent: Set<PlacementWish> = []

  /// Returns whether people have yet to hear that nobody fulfils a wish.
  mutating func tellMissing(_ wish: PlacementWish) -> Bool {
    missing.insert(wish.ungrouped).inserted
  }

  /// Returns whether people have yet to hear that nobody fulfils a wish at present.
  mutating func tellAbsent(_ wish: PlacementWish) -> Bool {
    absent.insert(wish.ungrouped).inserted
  }

  /// Returns whether people were told that nobody fulfils a wish that somebody fulfils now.
  mutating func tellPresent(_ wish: PlacementWish) -> Bool {
    !absent.isEmpty && absent.remove(wish.ungrouped) != nil
  }
}
