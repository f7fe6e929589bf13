import Foundation
import Synchronization
import Testing

@testable import PandoSharing

@Suite("Looks at files", .timeLimit(.minutes(15)))
struct FileWatcherTests {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("pando-watched-\(UUID())")

  private func wait(_ isDone: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(30)
    while !isDone(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(2)) }
    #expect(isDone())
  }

  @Test("are made for as long as a file is watched, and nobody who has left is told")
  func ticks() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let watcher = FileWatcher()
    #expect(!watcher.isTicking)
    let counts = Mutex([0, 0])
    let watches = (0..<2).map { number in
      watcher.watch(url.path, since: nil) { counts.withLock { $0[number] += 1 } }
    }
    watches[0].cancel()
    #expect(watcher.isTicking)
    try Data("1".utf8).write(to: url)
    await wait { counts.withLock { $0[1] > 0 } }
    #expect(counts.withLock { $0[0] } == 0)
    watches[1].cancel()
    #expect(!watcher.isTicking)
    // It begins anew.
    let again = watcher.watch(url.path, since: nil) { counts.withLock { $0[0] += 1 } }
    await wait { counts.withLock { $0[0] > 0 } }
    again.cancel()
  }

  @Test("hold a file that was written just now for one that may be written again")
  func fresh() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    var wasFresh = false
    // A machine that is busy may take longer than that to look.
    for _ in 0..<1_000 where !wasFresh {
      try Data("1".utf8).write(to: url)
      wasFresh = FileStamp(url.path)?.isFresh == true
    }
    #expect(wasFresh)
    await wait { FileStamp(url.path)?.isFresh == false }
  }
}
