/// A way to embed a payload in a case of `Root`, and to extract it again.
///
/// Embedding and extracting call the closures directly; nothing is looked up, boxed or reflected.
public struct AnyCasePath<Root, Value>: Sendable {
  // Safe to send: the closures are either `@Sendable`, or made by `@CasePathable` and capture at
  // most the type parameters of a generic enum, or composed of such closures. A type parameter may
  // stand for a type with an isolated conformance, which is why the compiler would not call that
  // `@Sendable`; none of the closures uses a conformance.
  @safe @usableFromInline package nonisolated(unsafe) let embedding: (Value) -> Root
  @safe @usableFromInline package nonisolated(unsafe) let extraction: (Root) -> Value?
  // The same without an optional: code that does not know the types pays for asking the runtime what
  // an optional of one looks like, which costs more than the extraction.
  @safe @usableFromInline package nonisolated(unsafe) let inspection:
    (Root, (Value) -> Void) -> Bool

  /// A case path from its two functions.
  ///
  /// - Parameters:
  ///   - embed: Wraps a payload in the case.
  ///   - extract: The payload of a root in the case, `nil` for a root in another case. What it
  ///     returns, embedded again, is the root.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embedding = embed
    self.extraction = extract
    self.inspection = { root, body in
      guard let value = extract(root) else { return false }
      body(value)
      return true
    }
  }

  /// A case path as `@CasePathable` writes it, whose closures capture nothing but type parameters.
  ///
  /// Code that is written by hand uses ``init(embed:extract:)``, where the compiler checks what is
  /// captured.
  @inlinable
  public init(
    uncheckedEmbed embed: @escaping (Value) -> Root,
    extract: @escaping (Root) -> Value?
  ) {
    self.embedding = embed
    self.extraction = extract
    self.inspection = { root, body in
      guard let value = extract(root) else { return false }
      body(value)
      return true
    }
  }

  /// Wraps a payload in the case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// The payload of a root in the case, `nil` for a root in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }

  /// Calls `body` with the payload of a root in the case; returns false for a root in another case.
  package func inspect(_ root: Root, _ body: (Value) -> Void) -> Bool {
    inspection(root, body)
  }

  /// Calls `body` with the payload of a root in the case, in place; returns `nil` for a root in
  /// another case.
  ///
  /// The root lets go of the payload meanwhile, so a buffer that nobody else holds is not copied.
  /// When `body` throws, what it had changed until then stays changed.
  @inlinable
  public func modify<Result, Failure: Error>(
    _ root: inout Root,
    yield body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var value = extraction(root) else { return nil }
    _ = consume root
    defer { root = embedding(value) }
    return try body(&value)
  }
}
