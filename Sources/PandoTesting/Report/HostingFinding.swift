/// Something that a feature needs to be hosted in another process, or that costs it much there.
public struct HostingFinding: Hashable, Sendable {
  /// What was found. More may come.
  public enum Kind: String, Hashable, Sendable {
    /// A type is not `Codable`, so that the feature cannot be hosted.
    case notCodable
    /// A class is shared where a value is meant.
    case mutableReference
    /// A value could not be encoded or decoded.
    case codingFails
    /// A value does not come back from the codec as it was.
    case codingLoses
    /// Equal values are encoded in different ways.
    case codingVaries
    /// A value is larger than one message between processes may be.
    case tooLarge
    /// A value takes much of what may be in flight at once.
    case large
    /// Effects cannot be cancelled under an identity from another process.
    case cancelID
    /// A dependency is overridden for the store, and workers do not see it.
    case dependency
    /// An action brought an issue when it was reduced.
    case issue
  }

  /// How much a finding matters.
  public enum Severity: String, Comparable, Hashable, Sendable {
    /// The feature is slower than it could be, or may come to a limit.
    case warning
    /// The feature does not work hosted, or does something else.
    case error

    /// Whether the left one matters less.
    public static func < (left: Severity, right: Severity) -> Bool {
      left == .warning && right == .error
    }
  }

  /// What was found.
  public let kind: Kind
  /// How much it matters.
  public let severity: Severity
  /// What it was found in: a property of the state, an action, a dependency.
  public let subject: String
  /// What is wrong, and how to mend it.
  public let message: String
}

extension HostingFinding: CustomStringConvertible {
  /// The finding on one line.
  public var description: String { "\(severity): \(message)" }
}
