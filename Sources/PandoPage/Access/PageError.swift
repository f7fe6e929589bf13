/// Why a status page cannot be served.
public struct PageError: Error, Equatable, CustomStringConvertible {
  /// The reason, and how to mend it.
  public let description: String
  /// True if nothing can be served at the address now, though nothing is wrong with what was asked for.
  package let isOfAddress: Bool

  init(_ description: String, isOfAddress: Bool = false) {
    self.description = description
    self.isOfAddress = isOfAddress
  }
}
