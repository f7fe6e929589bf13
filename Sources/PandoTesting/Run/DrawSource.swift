import FoundationEssentials
import Pando
import Synchronization

/// The identities and random numbers of one run.
///
/// What the reducers of the store draw comes from one row and what everybody else draws from another.
/// So a run whose effects do nothing draws the same in its reducers as the run that it repeats.
final class DrawSource: Sendable {
  private struct Row {
    var generator: SeededGenerator
    var nextID: Int
  }

  private struct Rows {
    var isReducing = false
    var reducers = Row(generator: SeededGenerator(seed: 1), nextID: 0)
    var others = Row(generator: SeededGenerator(seed: 2), nextID: 1 << 32)
  }

  private let rows = Mutex(Rows())

  /// Runs a reducer of the store.
  func whileReducing<Result>(_ body: () -> Result) -> Result {
    rows.withLock { $0.isReducing = true }
    defer { rows.withLock { $0.isReducing = false } }
    return body()
  }

  var uuid: UUIDGenerator {
    UUIDGenerator { [self] in
      UUID(
        draw { row in
          defer { row.nextID += 1 }
          return row.nextID
        })
    }
  }

  var randomNumbers: WithRandomNumberGenerator {
    WithRandomNumberGenerator(Generator(source: self))
  }

  private struct Generator: RandomNumberGenerator, Sendable {
    let source: DrawSource

    func next() -> UInt64 { source.draw { $0.generator.next() } }
  }

  private func draw<Value>(_ body: (inout Row) -> Value) -> Value {
    rows.withLock { rows in
      if rows.isReducing { body(&rows.reducers) } else { body(&rows.others) }
    }
  }
}
