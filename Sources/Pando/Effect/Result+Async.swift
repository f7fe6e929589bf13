extension Result where Failure == any Error {
  /// The outcome of asynchronous work, in the isolation of the caller: most effects that answer with an
  /// action end so.
  ///
  /// ```swift
  /// return .run { send in
  ///   await send(.factResponse(Result { try await facts.fetch(number) }))
  /// }
  /// ```
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching body: () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
