/// A fault that keeps this process from exporting its traces, and how to mend it.
public struct OTLPError: Error, CustomStringConvertible, Equatable, Sendable {
  /// For people: the value, why it cannot be used, and one that can.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
