/// The choice of the commits that are recorded: all while there are few, and one of so many where there are more than
/// anybody reads.
///
/// An action of a lane is chosen by its number in that lane, which it keeps however often it is dispatched, so that it
/// is known from its dispatch on.
struct CommitSampling {
  /// The number of commits that a reader is to find at each look.
  static let commitsPerLook: UInt64 = 64

  private var mask: UInt64 = 0
  private var lookedAt: UInt64
  private var takeCount: Int

  /// - Parameters:
  ///   - commit: The number of the last commit.
  ///   - takeCount: How often readers have looked.
  init(since commit: UInt64, takeCount: Int) {
    lookedAt = commit
    self.takeCount = takeCount
  }

  /// Takes note of how far the store has come, and of how often readers have looked.
  mutating func note(commit: UInt64, takeCount: Int) {
    guard takeCount != self.takeCount else { return }
    self.takeCount = takeCount
    mask = Self.mask(for: commit &- lookedAt)
    lookedAt = commit
  }

  /// A record was overwritten before anybody read it: there are more commits than were expected.
  mutating func thinOut() {
    if mask < 1 << 16 { mask = mask << 1 | 1 }
  }

  /// Returns whether the one of this number is recorded.
  func picks(_ number: UInt64) -> Bool { number & mask == 0 }

  /// The lowest bits, which are nought in one number of as many as are needed.
  private static func mask(for commits: UInt64) -> UInt64 {
    let each = commits / commitsPerLook
    return each <= 1 ? 0 : UInt64.max >> UInt64(each.leadingZeroBitCount)
  }
}
