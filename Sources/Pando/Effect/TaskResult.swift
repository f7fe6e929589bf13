/// A success, or an error of any kind, which crosses to another process where the success does.
///
/// ```swift
/// enum Action: Codable {
///   case response(TaskResult<Forecast>)
/// }
/// ...
/// await send(.response(TaskResult { try await client.forecast() }))
/// ```
///
/// It stands for `Result<Forecast, any Error>` in the actions of a hosted feature, which is not `Codable`.
/// An error that has crossed is a ``CodableError``: it tells what the error was, and is no longer of its
/// type.
public enum TaskResult<Success: Sendable>: Sendable {
  /// The work succeeded.
  case success(Success)

  /// The work threw.
  case failure(any Error)

  /// Does work, and keeps what it returns or throws.
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching body: () async throws -> sending Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// The same as a result.
  public init<Failure: Error>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The success; throws the error.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// The same as a result.
  public var result: Result<Success, any Error> { Result { try value } }

  /// Transforms the success.
  public func map<Other: Sendable>(_ transform: (Success) -> Other) -> TaskResult<Other> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }
}

extension TaskResult: CasePathable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable {
    /// The path to the value of a success.
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: {
          guard case .success(let value) = $0 else { return nil }
          return value
        })
    }

    /// The path to the error of a failure.
    public var failure: AnyCasePath<TaskResult, any Error> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: {
          guard case .failure(let error) = $0 else { return nil }
          return error
        })
    }
  }

  /// The case paths of a result.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Compares the successes, or the errors: as values where they are equatable, else by what they tell.
  public static func == (left: TaskResult, right: TaskResult) -> Bool {
    switch (left, right) {
    case (.success(let left), .success(let right)): left == right
    case (.failure(let left), .failure(let right)):
      isEqual(left, right) || CodableError(left) == CodableError(right)
    default: false
    }
  }
}

extension TaskResult: Hashable where Success: Hashable {
  /// Hashes the success, or what the error tells.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value): hasher.combine(value)
    case .failure(let error): hasher.combine(CodableError(error))
    }
  }
}

extension TaskResult: Encodable where Success: Encodable {
  /// Writes the success, or what the error tells.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TaskResultKey.self)
    switch self {
    case .success(let value): try container.encode(value, forKey: .success)
    case .failure(let error): try container.encode(CodableError(error), forKey: .failure)
    }
  }
}

extension TaskResult: Decodable where Success: Decodable {
  /// Reads the success, or what the error told.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TaskResultKey.self)
    if container.contains(.failure) {
      self = .failure(try container.decode(CodableError.self, forKey: .failure))
    } else {
      self = .success(try container.decode(Success.self, forKey: .success))
    }
  }
}

private enum TaskResultKey: String, CodingKey { case success, failure }
