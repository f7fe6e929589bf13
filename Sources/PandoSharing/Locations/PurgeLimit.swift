/// The number of entries of a table from which on those are thrown out whose values have gone.
///
/// It grows with what is still there, so a new entry costs the same on average, however many there are.
struct PurgeLimit: Sendable {
  private let least: Int
  private var count: Int

  /// - Parameter least: The number of entries that are worth no look.
  init(_ least: Int) {
    self.least = least
    count = least
  }

  /// Throws out the entries that are not in use, if there are many. Called before another is added.
  mutating func purge<Key, Entry>(
    _ entries: inout [Key: Entry], keeping isInUse: (Entry) -> Bool
  ) {
    if entries.count >= count { purgeNow(&entries, keeping: isInUse) }
  }

  /// Throws out the entries that are not in use, however many there are.
  mutating func purgeNow<Key, Entry>(
    _ entries: inout [Key: Entry], keeping isInUse: (Entry) -> Bool
  ) {
    entries = entries.filter { isInUse($0.value) }
    count = max(least, 2 * entries.count)
  }
}
