/// Why a registry cannot be used as it was named: what, where, and how to mend it.
public struct RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failure in whole sentences, for a person.
  public let message: String

  /// The message.
  public var description: String { message }

  package init(_ message: String) {
    self.message = message
  }
}
