import ClusterFeatures
import Foundation
import Logging
import Pando
import PandoCluster
import PandoPage

/// The measurement of `make bench-page`: how much a page takes from the throughput of a program with hosted children.
enum PageCost {
  /// A state of the page.
  enum Case: String, CaseIterable {
    case none, served, read
  }

  /// Measures every case in each round, in turn, and prints a line of JSON for each round: actions a second by case.
  static func run(rounds: Int, seconds: Double) async throws {
    let store = Store(initialState: Board.State()) {
      Board()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    for id in 1...6 {
      store.send(.add(id))
      await store.send(.shards(.element(id: id, action: .up))).finish()
    }
    _ = try await measure(.none, store, seconds)
    for round in 0..<rounds {
      var rates: [String: Double] = [:]
      // Whoever is first in a round is another each time.
      for index in Case.allCases.indices {
        let one = Case.allCases[(index + round) % Case.allCases.count]
        rates[one.rawValue] = try await measure(one, store, seconds)
      }
      let line = try JSONSerialization.data(withJSONObject: rates, options: .sortedKeys)
      FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
    await store.stop()
  }

  private static func measure(
    _ one: Case, _ store: StoreOf<Board>, _ seconds: Double
  ) async throws -> Double {
    guard one != .none else { return await rate(store, seconds) }
    let page = try await StatusPage.serve(
      store, at: "127.0.0.1:0", logger: Logger(label: "page-cost"))
    defer { page.stop() }
    guard one == .read else { return await rate(store, seconds) }
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    reader.arguments = ["curl", "-sN", "\(page.url)events", "-o", "/dev/null"]
    try reader.run()
    defer {
      // It inherits that SIGTERM is blocked.
      kill(reader.processIdentifier, SIGKILL)
      reader.waitUntilExit()
    }
    // Until it has the first document.
    try await Task.sleep(for: .seconds(1))
    let actionsPerSecond = await rate(store, seconds)
    guard reader.isRunning else { throw NoReader() }
    return actionsPerSecond
  }

  private static func rate(_ store: StoreOf<Board>, _ seconds: Double) async -> Double {
    await withCheckedContinuation { continuation in
      // A thread that may wait for room.
      Thread.detachNewThread {
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < .seconds(seconds) {
          for id in 1...6 {
            for _ in 0..<50 { store.send(.shards(.element(id: id, action: .up))) }
          }
          count += 300
        }
        let last = store.send(.shards(.element(id: 1, action: .up)))
        Task { [count] in
          await last.finish()
          continuation.resume(returning: Double(count) / ((clock.now - start) / .seconds(1)))
        }
      }
    }
  }
}

/// The program that was to read the page did not.
private struct NoReader: Error, CustomStringConvertible {
  var description: String {
    "Nobody read the page: curl is missing, or it has ended. Install it (apt-get install curl)."
  }
}
