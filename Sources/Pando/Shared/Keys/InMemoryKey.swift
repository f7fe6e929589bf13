import Synchronization

/// Keeps a shared value in memory, for as long as the process runs, or in a test for as long as that
/// does.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  /// The name and the memory: properties of both the same share one value.
  public let id: InMemoryKeyID

  init(_ name: String) {
    id = InMemoryKeyID(name: name, storage: DependencyValues.current.defaultInMemoryStorage)
  }

  /// Reads it at once.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(id.storage.value(id.name)))
  }

  /// Nothing but properties writes it, and these share it.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Writes it at once.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    id.storage.set(value, id.name)
    continuation.resume()
  }
}

/// What tells ``InMemoryKey``s apart.
public struct InMemoryKeyID: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let storage: InMemoryStorage

  /// The name.
  public var description: String { "inMemory(\(name))" }
}

extension SharedReaderKey {
  /// Keeps the value in memory, under a name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A memory for shared values that no property holds just now.
public final class InMemoryStorage: Hashable, Sendable {
  private let values = Mutex<[String: any Sendable]>([:])

  /// An empty one.
  public init() {}

  func value<Value>(_ name: String) -> Value? {
    values.withLock { $0[name] as? Value }
  }

  func set(_ value: some Sendable, _ name: String) {
    values.withLock { $0[name] = value }
  }

  /// Whether both are the same memory.
  public static func == (left: InMemoryStorage, right: InMemoryStorage) -> Bool { left === right }

  /// Hashes which memory it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private enum InMemoryStorageKey: DependencyKey {
  static let liveValue = InMemoryStorage()
  static var previewValue: InMemoryStorage { InMemoryStorage() }
  static var testValue: InMemoryStorage { InMemoryStorage() }
}

extension DependencyValues {
  /// The memory of `.inMemory` keys that are made from now on: one for the process, and one for each
  /// test.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }
}
