public import FoundationEssentials
import PandoDependencies
import Synchronization

/// Keeps a shared value in a file.
///
/// The file is read when the first property with the key is made, and again whenever another process
/// has written, replaced or removed it, or changed who may read it, or a link or a folder by which its path leads
/// there; a value that was changed here meanwhile comes first. A change
/// is written at once in the background: while one write is going on, only the latest value waits. Files take turns. A
/// program that ends by `exit` or by returning from `main` writes what waits first; one that is killed
/// loses no more than that.
///
/// A file is replaced as a whole: what is written goes to a file beside it, then to the disk, then
/// takes its name; so a file that is a link becomes a file of its own. Where that fails, as on a full disk, the old file
/// stays, and the failure is reported as an issue and by ``Shared/saveError``; the next change tries again. A process that
/// is killed meanwhile leaves `.NAME.draft-` with eight digits behind, of a long name with a part of it; who writes the file first in a later process
/// removes those older than an hour.
///
/// A file that cannot be read or decoded is reported as an issue, and the property has its default value.
/// The file stays, and goes by its name with `.unreadable` behind it once something is written; a second
/// one with `.unreadable.2`, and so on. A long name is cut, so that there is room for that.
public struct FileStorageKey<Value: Sendable>: PlaceKey {
  /// The file: properties of one file share one value.
  public let id: FileStorageKeyID
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  private let reading = Reading()

  /// The known content of the file.
  private final class Reading: Sendable {
    let isUnreadable = Atomic(false)
    /// The stamp of the file from before it was read last.
    let stamp = Mutex<FileStamp?>(nil)
  }

  init(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    id = FileStorageKeyID(
      url: url.standardizedFileURL, storage: DependencyValues.current.newest.defaultFileStorage)
    self.decode = decode
    self.encode = encode
  }

  /// Reads the file before it returns.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  private func read() throws -> Value? {
    let data: Data?
    reading.stamp.withLock { $0 = id.storage.backend.stamp(id.url) }
    do { data = try id.storage.backend.read(id.url) } catch {
      reading.isUnreadable.store(true, ordering: .relaxed)
      throw FileStorageError.unreachable(id.url, error)
    }
    guard let data else {
      reading.isUnreadable.store(false, ordering: .relaxed)
      return nil
    }
    do {
      let value = try decode(data)
      reading.isUnreadable.store(false, ordering: .relaxed)
      return value
    } catch {
      reading.isUnreadable.store(true, ordering: .relaxed)
      throw FileStorageError.unreadable(id.url, error)
    }
  }

  /// Tells of what other processes write.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    id.storage.backend.watch(id.url, since: reading.stamp.withLock { $0 }) {
      subscriber.yield(reading: read)
    }
  }

  /// Writes the file in the background.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    save(SharedPlace(value), context: context, continuation: continuation)
  }

  func save(_ place: SharedPlace<Value>, context: SaveContext, continuation: SaveContinuation) {
    let url = id.url
    id.storage.backend.write(to: url, for: context) { [encode] in
      try encode(place.value)
    } settingAside: { [reading] setAside in
      guard reading.isUnreadable.load(ordering: .relaxed) else { return }
      try setAside()
      reading.isUnreadable.store(false, ordering: .relaxed)
    } done: { result in
      continuation.resume(with: result.mapError { FileStorageError.unwritable(url, $0) })
    }
  }
}

/// The identity of a ``FileStorageKey``.
public struct FileStorageKeyID: Hashable, Sendable, CustomStringConvertible {
  let url: URL
  let storage: FileStorage

  /// The file's path.
  public var description: String { "fileStorage(\(url.path))" }
}

extension SharedReaderKey {
  /// Keeps the value in a file, as JSON.
  ///
  /// - Parameters:
  ///   - url: The file; its folder is made where there is none.
  ///   - decoder: Reads the file; by default one of JSON.
  ///   - encoder: Writes the file; by default one of JSON that sorts and indents.
  public static func fileStorage<Value: Codable>(
    _ url: URL, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url,
      decode: { try (decoder ?? JSONDecoder()).decode(Value.self, from: $0) },
      encode: { value in
        if let encoder { return try encoder.encode(value) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(value)
      })
  }

  /// Keeps the value in a file of a format of its own.
  ///
  /// - Parameters:
  ///   - url: The file; its folder is made where there is none.
  ///   - decode: Reads the file.
  ///   - encode: Writes the file; called in the background.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}
