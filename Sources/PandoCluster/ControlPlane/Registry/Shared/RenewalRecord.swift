/// The last good renewals of the leases of the workers that beat here, by the workers' numbers.
///
/// Pure: what happens, and when, is told to it.
struct RenewalRecord {
  private struct Entry {
    /// When the last renewal was asked for that came to pass; nil where none could be expected to.
    var renewedAt: Int?
    var beatAt: Int
  }

  private var entries: [Int: Entry] = [:]
  private let lifeMilliseconds: Int

  /// - Parameter lifeMilliseconds: The life of a lease.
  init(lifeMilliseconds: Int) {
    self.lifeMilliseconds = lifeMilliseconds
  }

  /// Notes a beat. A worker that did not beat here lately had its lease renewed elsewhere.
  ///
  /// - Parameter isAway: True while the store is known to be away.
  mutating func beat(_ number: Int, isAway: Bool, atMilliseconds now: Int) {
    if let entry = entries[number], now - entry.beatAt <= lifeMilliseconds {
      entries[number]?.beatAt = now
    } else {
      entries[number] = Entry(renewedAt: isAway ? nil : now, beatAt: now)
    }
  }

  /// Notes a renewal that came to pass.
  mutating func renewed(_ number: Int, askedAt: Int) {
    entries[number]?.renewedAt = askedAt
  }

  mutating func forget(_ number: Int) {
    entries[number] = nil
  }

  /// Returns false where a lease was not renewed for half of its life: then there is time to have another coordinator
  /// do it. True of one that is not known.
  func isKept(_ number: Int, atMilliseconds now: Int) -> Bool {
    guard let entry = entries[number] else { return true }
    return entry.renewedAt.map { now - $0 <= lifeMilliseconds / 2 } ?? false
  }
}
