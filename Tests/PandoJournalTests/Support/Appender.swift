import Foundation
import JournalSamples
import Synchronization

@testable import PandoJournal

/// A thread that appends rows, and pieces of states and compactions between them, until it is told
/// to stop or fails.
final class Appender: Sendable {
  struct Progress: Sendable {
    var mark: JournalMark?
    var epoch: UInt64 = 0
    var error: JournalError?
    var isStopped = false
    var hasEnded = false
  }

  private let progress = Mutex(Progress())

  init(_ schema: PostgresSchema, hasStates: Bool = true) {
    Thread { [self] in
      let storage = schema.storage()
      do throws(JournalError) {
        let contents = try storage.open(JournalOpening(name: "sample"))
        var mark = contents.mark
        progress.withLock { ($0.epoch, $0.mark) = (contents.epoch, mark) }
        var count = 0
        while !progress.withLock({ $0.isStopped }) {
          mark = try SampleRows.append(1, to: storage, after: mark, epoch: contents.epoch)
          progress.withLock { [mark] in $0.mark = mark }
          count += 1
          if hasStates, count % 10 == 5 {
            try SampleRows.appendState(
              SampleRows.body(mark.group, size: 3_000), to: storage, at: mark)
            while try storage.compact(before: mark.group - 3) {}
          }
        }
      } catch {
        progress.withLock { $0.error = error }
      }
      storage.close()
      progress.withLock { $0.hasEnded = true }
    }.start()
  }

  /// The group that was acknowledged last.
  var group: UInt64 { progress.withLock { $0.mark?.group ?? 0 } }

  /// Waits until so many more rows are acknowledged. Returns false if it has ended.
  func advance(by count: UInt64) -> Bool {
    let goal = group + count
    while group < goal {
      if progress.withLock({ $0.hasEnded }) { return false }
      usleep(200)
    }
    return true
  }

  /// Waits until it has opened the journal.
  func awaitOpening() {
    while progress.withLock({ $0.mark == nil && !$0.hasEnded }) { usleep(200) }
  }

  /// Has it end, and waits for that. Returns what came of it.
  func stop() -> Progress {
    progress.withLock { $0.isStopped = true }
    while true {
      let now = progress.withLock { $0 }
      if now.hasEnded { return now }
      usleep(200)
    }
  }
}
