import FoundationEssentials
import Synchronization

/// Files that are only in memory.
final class MemoryFiles: FileStorage.Backend {
  private struct State: Sendable {
    var files: [URL: Data] = [:]
  }

  private let state = Mutex(State())

  func read(_ url: URL) -> Data? { state.withLock { $0.files[url] } }

  func write(
    to url: URL, for context: SaveContext, _ encode: @escaping @Sendable () throws -> Data,
    setsAside: @escaping @Sendable () -> Bool,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    do {
      let data = try encode()
      let mustSetAside = setsAside()
      state.withLock { state in
        if mustSetAside { state.files[url.unreadable] = state.files[url] }
        state.files[url] = data
      }
      done(.success(()))
    } catch {
      done(.failure(error))
    }
  }

  func watch(_ url: URL, _ change: @escaping @Sendable () -> Void) -> SharedSubscription {
    SharedSubscription {}
  }
}

extension URL {
  /// Where a file goes that could not be read.
  var unreadable: URL {
    deletingLastPathComponent().appendingPathComponent(lastPathComponent + ".unreadable")
  }
}
