public import PandoDependencies
import Synchronization

/// Keeps a shared value in memory, for as long as the process runs, or in a test for as long as that
/// does.
public struct InMemoryKey<Value: Sendable>: PlaceKey {
  /// The name and the memory: properties of both the same share one value.
  public let id: InMemoryKeyID

  init(_ name: String) {
    id = InMemoryKeyID(name: name, storage: DependencyValues.current.newest.defaultInMemoryStorage)
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
    save(SharedPlace(value), context: context, continuation: continuation)
  }

  func save(_ place: SharedPlace<Value>, context: SaveContext, continuation: SaveContinuation) {
    id.storage.keep(place, id.name)
    continuation.resume()
  }
}

/// The identity of an ``InMemoryKey``.
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
  /// The places of the values, which the properties have in use.
  private let places = Mutex<[String: any AnyObject & Sendable]>([:])

  /// An empty one.
  public init() {}

  func value<Value: Sendable>(_ name: String) -> Value? {
    (places.withLock { $0[name] } as? SharedPlace<Value>)?.value
  }

  func keep<Value: Sendable>(_ place: SharedPlace<Value>, _ name: String) {
    // The old one is let go of outside the lock, as its value may hold others.
    _ = places.withLock { places -> (any AnyObject & Sendable)? in
      if places[name] === place { return nil }
      return places.updateValue(place, forKey: name)
    }
  }

  /// Returns whether both are the same memory.
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
