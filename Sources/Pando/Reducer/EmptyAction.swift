/// The action of a feature that declares none: it has no cases, so there is nothing to send.
public enum EmptyAction: Hashable, Sendable {}

extension EmptyAction: CasePathable {
  /// The case paths of an action without cases.
  public struct AllCasePaths: Sendable {}

  /// The case paths of an action without cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension EmptyAction: Codable {
  /// Always fails: there is no value to read.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "An action without cases has no values."))
  }

  /// Is never called.
  public func encode(to encoder: any Encoder) throws {}
}
