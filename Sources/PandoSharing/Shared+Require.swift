import PandoBase

extension Shared {
  /// Shares the value of a key that must have one: reads it first.
  ///
  /// - Throws: The key's error, or ``SharedValueIsMissing`` where the key has no value.
  @_disfavoredOverload
  public init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let value = try await key.requiredValue()
    self.init(
      wrappedValue: value, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension SharedReader {
  /// Reads the value of a key that must have one.
  ///
  /// - Throws: The key's error, or ``SharedValueIsMissing`` where the key has no value.
  @_disfavoredOverload
  public init(
    require key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let value = try await key.requiredValue()
    self.init(
      wrappedValue: value, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A key has no value, where one is required.
public struct SharedValueIsMissing: Error, Hashable, CustomStringConvertible {
  private let key: String

  init(key: some SharedReaderKey) {
    self.key = ValueWords.text(of: key.id)
  }

  /// A sentence that says which key has no value, and what to do.
  public var description: String {
    """
    The key "\(key)" has no value. Save one first, or give the property a default value: \
    "@Shared(key) var value = ...".
    """
  }
}

extension SharedReaderKey {
  fileprivate func requiredValue() async throws -> Value {
    let value = try await withCheckedThrowingContinuation { continuation in
      load(
        context: .userInitiated, continuation: LoadContinuation { continuation.resume(with: $0) })
    }
    guard let value else { throw SharedValueIsMissing(key: self) }
    return value
  }
}
