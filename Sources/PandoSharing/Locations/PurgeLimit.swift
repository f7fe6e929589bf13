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

  /// Throws out the entries without a value, if there are many. Called before another is added.
  ///
  /// - Returns: The values that it has met. Each may be held by nobody else by now, so they are let go of outside the
  ///   lock of the table: what ends with one may use the table.
  mutating func purge<Key, Entry, Value>(
    _ entries: inout [Key: Entry], value: (Entry) -> Value?
  ) -> [Value] {
    entries.count < count ? [] : purgeNow(&entries, value: value)
  }

  /// Throws out the entries without a value, however many there are, and returns the values of the others, as `purge` does.
  mutating func purgeNow<Key, Entry, Value>(
    _ entries: inout [Key: Entry], value: (Entry) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    entries = entries.filter { entry in
      guard let value = value(entry.value) else { return false }
      values.append(value)
      return true
    }
    count = max(least, 2 * entries.count)
    return values
  }
}
