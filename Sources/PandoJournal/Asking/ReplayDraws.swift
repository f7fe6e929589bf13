import Foundation
import Pando
import Synchronization

/// The dates, identities and random numbers that reducers draw while they reduce again what has committed: the same for the
/// same seed. What they drew then is not in the journal.
final class ReplayDraws: Sendable {
  private struct Row {
    var seed: UInt64
    var generator: SeededGenerator
    var nextID = 0
  }

  private let row = Mutex(Row(seed: 1, generator: SeededGenerator(seed: 1)))

  /// Begins anew.
  func restart(seed: UInt64) {
    row.withLock { $0 = Row(seed: seed, generator: SeededGenerator(seed: seed)) }
  }

  /// Has features draw from here, host nothing, and leave files alone.
  func prepare(_ dependencies: inout DependencyValues) {
    dependencies.hosting = .direct
    dependencies.defaultFileStorage = .inMemory
    dependencies.uuid = UUIDGenerator { [self] in
      row.withLock { row in
        row.nextID += 1
        return UUID(Int(row.seed) << 32 + row.nextID)
      }
    }
    dependencies.date = DateGenerator { [self] in
      Date(timeIntervalSince1970: row.withLock { 1_800_000_000 + Double($0.seed) * 86_400 })
    }
    dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(Generator(draws: self))
  }

  private struct Generator: RandomNumberGenerator, Sendable {
    let draws: ReplayDraws

    func next() -> UInt64 { draws.row.withLock { $0.generator.next() } }
  }
}
