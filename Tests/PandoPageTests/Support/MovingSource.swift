import Synchronization

@testable import PandoPage

/// A source whose document is another one at each look, and which notes what it is asked for.
final class MovingSource: PageSource {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let looks = Mutex(0)
  private let memories = Mutex(0)
  private let orders = Mutex<[String]>([])
  private let workerCount: Int
  private let moves: Bool

  /// - Parameter workerCount: How large a document is.
  init(workerCount: Int = 1, moves: Bool = true) {
    self.workerCount = workerCount
    self.moves = moves
  }

  var lookCount: Int { looks.withLock { $0 } }
  var memoryCount: Int { memories.withLock { $0 } }
  var given: [String] { orders.withLock { $0 } }

  func document() async -> PageDocument? {
    let look = looks.withLock { looks in
      looks += 1
      return looks
    }
    var document = PageDocument(
      kind: .coordinator,
      process: .init(
        name: "look \(moves ? look : 1)", processID: 1, host: "elm", version: "1", startedAt: 0))
    document.workers = (0..<workerCount).map {
      .init(id: "\($0)", name: "worker \($0)", state: "ready", children: look)
    }
    if !moves { document.workers = [] }
    return document
  }

  func remember() async { memories.withLock { $0 += 1 } }

  func drain(_ worker: String, withinMilliseconds: Int) async throws -> String {
    guard worker != "none" else { throw Failure(description: "There is no worker \"none\".") }
    orders.withLock { $0.append("drain \(worker) \(withinMilliseconds)") }
    return "\(worker) drains."
  }

  func undrain(_ worker: String) async throws -> String {
    orders.withLock { $0.append("undrain \(worker)") }
    return "\(worker) is back."
  }
}
