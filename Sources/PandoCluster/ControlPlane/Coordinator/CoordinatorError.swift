/// Why a coordinator could not start: what, where, and how to mend it.
public struct CoordinatorError: Error, Sendable {
  /// The kind of a failure. The set is open: a `switch` needs a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The endpoint is tcp, and there are no keys.
    public static let networkWithoutKeys = Code(description: "networkWithoutKeys")
    /// The secret key or the keyring cannot be used.
    public static let unusableKeys = Code(description: "unusableKeys")
    /// Something else listens at the endpoint.
    public static let endpointTaken = Code(description: "endpointTaken")
    /// The registry cannot be used as it was named.
    public static let unusableRegistry = Code(description: "unusableRegistry")
    /// Workers would be taken for dead between two beats.
    public static let unusableTimes = Code(description: "unusableTimes")
    /// Anything else that kept it from listening.
    public static let notListening = Code(description: "notListening")
  }

  /// The kind of failure, for a program.
  public let code: Code
  /// The failure in whole sentences, for a person.
  public let message: String
  /// The error that caused it.
  public let cause: any Error
}

extension CoordinatorError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
