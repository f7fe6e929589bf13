import FoundationEssentials
import Synchronization

/// Files that are only in memory, perhaps above those of another storage, which stay as they are.
final class MemoryFiles: FileStorage.Backend {
  private struct State: Sendable {
    var files: [URL: Data] = [:]
  }

  private let state = Mutex(State())
  private let below: (any FileStorage.Backend)?

  init(above below: (any FileStorage.Backend)? = nil) {
    self.below = below
  }

  func read(_ url: URL) throws -> Data? {
    try state.withLock { $0.files[url] } ?? below?.read(url)
  }

  func write(
    to url: URL, for context: SaveContext, _ encode: @escaping @Sendable () throws -> Data,
    settingAside: @escaping FileStorage.SettingAside,
    done: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    do {
      let data = try encode()
      try settingAside { try setAside(url) }
      state.withLock { $0.files[url] = data }
      done(.success(()))
    } catch {
      done(.failure(error))
    }
  }

  private func setAside(_ url: URL) throws {
    guard let data = try read(url) else { return }
    var number = 1
    while try read(url.unreadable(number)) != nil { number += 1 }
    state.withLock { $0.files[url.unreadable(number)] = data }
  }

  func stamp(_ url: URL) -> FileStamp? { nil }

  func watch(
    _ url: URL, since stamp: FileStamp?, _ change: @escaping @Sendable () -> Void
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}

extension URL {
  /// The file's name once it could not be read. Those of a name are numbered. It has a part of a
  /// long name.
  func unreadable(_ number: Int) -> URL {
    let suffix = number == 1 ? "" : ".\(number)"
    return deletingLastPathComponent()
      .appendingPathComponent(DiskFiles.name(lastPathComponent, ".unreadable" + suffix))
  }
}
