/// Why a status page cannot be served.
public struct PageError: Error, Equatable, CustomStringConvertible {
  /// The reason, and how to mend it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
