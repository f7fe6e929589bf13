// The compiler chooses one of these where a property does not say where its value comes from, and says what to
// write.

extension Shared {
  /// Not there: a value that is shared is kept somewhere, or passed on. The second parameter, which takes
  /// nothing, keeps this out of how a property is initialised.
  @available(
    *, unavailable,
    message: """
      say where the value is kept: '@Shared(.inMemory("count")) var count = 0'; or write '@Shared var count: \
      Int', and pass the value on as 'Shared(value: 0)' or '$count'
      """
  )
  public init(wrappedValue: @autoclosure () -> Value, _ nothing: Never...) {
    fatalError("unavailable")
  }

  /// Not there: a value that is not optional needs a default.
  @available(
    *, unavailable,
    message: """
      this key has no value of its own to begin with: write '@Shared(.inMemory("count")) var count = 0'
      """
  )
  public init(_ key: some SharedKey<Value>) {
    fatalError("unavailable")
  }
}

extension SharedReader {
  /// Not there: a value that is shared is kept somewhere, or passed on.
  @available(
    *, unavailable,
    message: """
      say where the value is kept: '@SharedReader(.inMemory("count")) var count = 0'; or write \
      '@SharedReader var count: Int', and pass the value on as 'SharedReader(value: 0)' or '$count'
      """
  )
  public init(wrappedValue: @autoclosure () -> Value, _ nothing: Never...) {
    fatalError("unavailable")
  }

  /// Not there: a value that is not optional needs a default.
  @available(
    *, unavailable,
    message: """
      this key has no value of its own to begin with: write '@SharedReader(.inMemory("count")) var count = 0'
      """
  )
  public init(_ key: some SharedReaderKey<Value>) {
    fatalError("unavailable")
  }
}
