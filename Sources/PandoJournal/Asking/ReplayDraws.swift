import Foundation
import Pando
import Synchronization

/// The dates, identities and random numbers that reducers draw while they reduce again what has committed. What they drew then
/// is not in the journal.
///
/// The same seed gives the same draws. Those of different seeds have little in common: dates lie before and after those that
/// were recorded, and move on by other steps.
final class ReplayDraws: Sendable {
  /// The draws from some moment on.
  struct Position {
    fileprivate var generator: SeededGenerator
    fileprivate var date: Double
    fileprivate let step: Double
    /// The number of values that were drawn.
    fileprivate(set) var count = 0

    init(seed: Int) {
      generator = SeededGenerator(seed: UInt64(seed) &* 0xD1B5_4A32_D192_ED03)
      // The first numbers of near seeds are alike.
      for _ in 0..<8 { _ = generator.next() }
      date = Self.firstDates[seed % Self.firstDates.count]
      step = Double(1 + seed * seed * 977) / 1_000
    }

    /// 2020, 1970, 2100, 2001, 2026, 2286, 2038 and 2010.
    private static let firstDates: [Double] = [
      1_577_836_800, 1, 4_102_444_800, 978_307_200, 1_790_000_000, 9_999_999_999, 2_147_483_647,
      1_262_304_000,
    ]
  }

  /// The seeds by which values that were drawn are told from others.
  static let seeds = 0..<8

  private let row = Mutex(Position(seed: 0))

  var position: Position {
    get { row.withLock { $0 } }
    set { row.withLock { $0 = newValue } }
  }

  /// Has features draw from here, host nothing, and leave files alone.
  func prepare(_ dependencies: inout DependencyValues) {
    dependencies.hosting = .direct
    dependencies.defaultFileStorage = .inMemory
    dependencies.defaultInMemoryStorage = InMemoryStorage()
    dependencies.uuid = UUIDGenerator { [self] in
      let (high, low) = (next(), next())
      return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }
    dependencies.date = DateGenerator { [self] in
      row.withLock { row in
        row.count += 1
        row.date += row.step
        return Date(timeIntervalSince1970: row.date)
      }
    }
    dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(Generator(draws: self))
  }

  private func next() -> UInt64 {
    row.withLock { row in
      row.count += 1
      return row.generator.next()
    }
  }

  private struct Generator: RandomNumberGenerator, Sendable {
    let draws: ReplayDraws

    func next() -> UInt64 { draws.next() }
  }
}
