/// A way to keep a shared value somewhere, to be read and not written: what ``SharedReader`` takes.
///
/// Give keys a static function or property on `SharedReaderKey`, so that they read as `.feed(url)`.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value that is kept.
  associatedtype Value: Sendable
  /// Tells keys apart.
  associatedtype ID: Hashable & Sendable = Self

  /// Properties with keys of one identity share one value.
  var id: ID { get }

  /// Reads the value, and resumes `continuation` once, now or later.
  ///
  /// For the first use of a property the value that is there when this returns is what it begins
  /// with; else it begins with its default value, and takes what is read later, unless it was changed
  /// meanwhile.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to tell `subscriber` what others write, until the subscription is cancelled.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

/// A way to keep a shared value somewhere: what ``Shared`` takes.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Writes the value, and resumes `continuation` once, now or later.
  ///
  /// Called for one value after the other, perhaps inside a store's commit: it must not wait, nor use
  /// the store or the shared value.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// Why a value is read.
public enum LoadContext<Value: Sendable>: Sendable {
  /// A property with this default value is used for the first time.
  case initialValue(Value)
  /// Somebody asked for it.
  case userInitiated

  /// The default value, where that is known.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

/// Why a value is written.
public enum SaveContext: Hashable, Sendable {
  /// It was changed.
  case didSet
  /// Somebody asked for it.
  case userInitiated
}

/// Takes what a key read.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let callback: @Sendable (Result<Value?, any Error>) -> Void

  /// Hands the outcome to `callback`.
  public init(_ callback: @escaping @Sendable (Result<Value?, any Error>) -> Void) {
    self.callback = callback
  }

  /// It was read; nil stands for the default value.
  public func resume(with result: Result<Value?, any Error>) { callback(result) }
  /// It was read.
  public func resume(returning value: Value) { callback(.success(value)) }
  /// Nothing is kept there yet.
  public func resumeReturningInitialValue() { callback(.success(nil)) }
  /// It could not be read.
  public func resume(throwing error: any Error) { callback(.failure(error)) }
}

/// Takes what became of a value that a key was to write.
public struct SaveContinuation: Sendable {
  private let callback: @Sendable (Result<Void, any Error>) -> Void

  /// Hands the outcome to `callback`.
  public init(_ callback: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    self.callback = callback
  }

  /// It was written, or not.
  public func resume(with result: Result<Void, any Error>) { callback(result) }
  /// It was written.
  public func resume() { callback(.success(())) }
  /// It could not be written.
  public func resume(throwing error: any Error) { callback(.failure(error)) }
}

/// Takes what others write where a value is kept.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  private let changes: LocalChanges?
  private let callback: @Sendable (Result<Value?, any Error>, UInt64?) -> Void

  /// Hands each value to `callback`.
  public init(_ callback: @escaping @Sendable (Result<Value?, any Error>) -> Void) {
    changes = nil
    self.callback = { result, _ in callback(result) }
  }

  /// Hands each value to `callback`, and the moment when it began to be read, where that is known.
  init(
    _ changes: LocalChanges,
    _ callback: @escaping @Sendable (Result<Value?, any Error>, UInt64?) -> Void
  ) {
    self.changes = changes
    self.callback = callback
  }

  /// A new value that `read` returns. What is changed here meanwhile comes first.
  func yield(reading read: () throws -> Value?) {
    let moment = changes?.moment
    callback(Result { try read() }, moment)
  }

  /// A new value; nil stands for the default value.
  public func yield(with result: Result<Value?, any Error>) { callback(result, nil) }
  /// A new value.
  public func yield(_ value: Value) { callback(.success(value), nil) }
  /// Tells that the stored value is gone.
  public func yieldReturningInitialValue() { callback(.success(nil), nil) }
  /// The new value cannot be read.
  public func yield(throwing error: any Error) { callback(.failure(error), nil) }
}

/// Ends a subscription, at the latest when nobody holds it any more.
public final class SharedSubscription: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Calls `cancel` at the end, perhaps more than once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = cancel
  }

  deinit { onCancel() }

  /// Ends it.
  public func cancel() { onCancel() }
}
