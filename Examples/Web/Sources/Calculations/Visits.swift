import Foundation
import Hummingbird
package import Pando
import Synchronization

/// The stores of all sessions, by their ids.
package final class Visits: Sendable {
  private let hosting: Hosting
  private let limit: Int
  private let stores = Mutex<[String: StoreOf<Visit>]>([:])

  /// - Parameters:
  ///   - hosting: Where their calculators run.
  ///   - limit: The number of sessions that there may be at once.
  package init(hosting: Hosting, limit: Int = 1_000) {
    self.hosting = hosting
    self.limit = limit
  }

  /// Begins a session, and returns its id, which is not to be guessed.
  ///
  /// - Throws: An error with the status 503 when there are too many.
  package func begin() throws -> String {
    let id = UUID().uuidString
    try stores.withLock { [limit, hosting] stores in
      guard stores.count < limit else {
        throw HTTPError(
          .serviceUnavailable, message: "There are \(limit) sessions; come again later.")
      }
      stores[id] = Store(initialState: Visit.State()) {
        Visit()
      } withDependencies: {
        $0.hosting = hosting
      }
    }
    return id
  }

  /// Returns the store of a session.
  ///
  /// - Throws: An error with the status 404 when there is none.
  package func store(_ id: String) throws -> StoreOf<Visit> {
    guard let store = stores.withLock({ $0[id] }) else { throw Self.unknown }
    return store
  }

  /// Ends a session, and returns when its calculator is freed.
  ///
  /// - Throws: An error with the status 404 when there is none.
  package func end(_ id: String) async throws {
    guard let store = stores.withLock({ $0.removeValue(forKey: id) }) else { throw Self.unknown }
    await store.stop()
  }

  /// Ends every session.
  package func endAll() async {
    let all = stores.withLock { stores in
      defer { stores = [:] }
      return Array(stores.values)
    }
    for store in all { await store.stop() }
  }

  private static var unknown: HTTPError {
    HTTPError(.notFound, message: "There is no such session; POST /sessions begins one.")
  }
}
