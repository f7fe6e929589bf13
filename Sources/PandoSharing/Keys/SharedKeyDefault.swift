/// A key with the default value of all properties that use it.
///
/// ```swift
/// extension SharedKey where Self == FileStorageKey<Settings>.Default {
///   static var settings: Self { Self[.fileStorage(.settings), default: Settings()] }
/// }
///
/// @Shared(.settings) var settings
/// ```
public struct SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// A key with a default value.
  public static subscript(
    base: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: base, defaultValue: value)
  }

  /// The identity of the key alone.
  public var id: Base.ID { base.id }

  /// As the key does.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// As the key does.
  public func subscribe(
    context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension SharedKeyDefault: SharedKey where Base: SharedKey {
  /// As the key does.
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension SharedReaderKey {
  /// The key with a default value.
  public typealias Default = SharedKeyDefault<Self>
}
