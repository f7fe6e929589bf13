/// Why this process cannot export traces, and how to mend it.
public struct OTLPError: Error, CustomStringConvertible, Sendable {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
