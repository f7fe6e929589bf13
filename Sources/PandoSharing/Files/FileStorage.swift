import FoundationEssentials
public import PandoDependencies

/// Where `.fileStorage` keys keep their files.
public struct FileStorage: Hashable, Sendable {
  /// The operations of a storage.
  protocol Backend: AnyObject, Sendable {
    /// The bytes of a file, or what is about to replace them; nil where there is neither.
    func read(_ url: URL) throws -> Data?

    /// Writes what `encode` returns, soon, and then calls back. Of changes that are written together
    /// only the last calls back.
    ///
    /// - Parameter settingAside: Called when all but the last step has succeeded, with what keeps the
    ///   file that is there under another name.
    func write(
      to url: URL, for context: SaveContext, _ encode: @escaping @Sendable () throws -> Data,
      settingAside: @escaping SettingAside,
      done: @escaping @Sendable (Result<Void, any Error>) -> Void)

    /// The stamp of a file as it is now; nil where there is none, or no other process can write it.
    func stamp(_ url: URL) -> FileStamp?

    /// Calls `change` when somebody else wrote or removed the file, also if that was before the call and
    /// since the file had a stamp.
    func watch(
      _ url: URL, since stamp: FileStamp?, _ change: @escaping @Sendable () -> Void
    ) -> SharedSubscription
  }

  /// Calls its parameter if the file that is there could not be read.
  typealias SettingAside = @Sendable (_ setAside: () throws -> Void) throws -> Void

  let backend: any Backend

  /// The disk.
  public static let fileSystem = FileStorage(backend: DiskFiles())

  /// A file system in memory, empty and of its own. Everything is written at once.
  public static var inMemory: FileStorage { FileStorage(backend: MemoryFiles()) }

  /// A storage in memory that begins with the files of this one, and keeps its changes to itself.
  package var scratch: FileStorage { FileStorage(backend: MemoryFiles(above: backend)) }

  /// Returns whether both are the same.
  public static func == (left: FileStorage, right: FileStorage) -> Bool {
    left.backend === right.backend
  }

  /// Hashes which storage it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(backend)) }
}

private enum FileStorageDependencyKey: DependencyKey {
  static let liveValue = FileStorage.fileSystem
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}

extension DependencyValues {
  /// Where the `.fileStorage` keys that are made from now on keep their files: the disk, and in a test
  /// or a preview a file system in memory, one for each test.
  ///
  /// Keys are made with the state that holds them: override it around that, not for a store.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependencyKey.self] }
    set { self[FileStorageDependencyKey.self] = newValue }
  }
}
