/// Something that a feature needs to be hosted in another process, or that costs it much there.
public struct HostingFinding: Hashable, Sendable {
  /// The kind of a finding. More may come.
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
    /// A dependency is overridden for the store, and workers do not see it: a warning, as a test's doubles are no matter
    /// of the program.
    case dependency
    /// An action brought an issue when it was reduced.
    case issue
  }

  /// The severity of a finding.
  public enum Severity: String, Comparable, Hashable, Sendable {
    /// The feature is slower than it could be, or may come to a limit.
    case warning
    /// The feature does not work hosted, or does something else.
    case error

    /// Returns whether the left one matters less.
    public static func < (left: Severity, right: Severity) -> Bool {
      left == .warning && right == .error
    }
  }

  /// The kind of the finding.
  public let kind: Kind
  /// The severity of the finding.
  public let severity: Severity
  /// The place of the finding: a property of the state, an action, a dependency.
  public let subject: String
  /// A sentence that says what is wrong, and how to mend it.
  public let message: String
}

extension HostingFinding: CustomStringConvertible {
  /// The finding on one line.
  public var description: String { "\(severity): \(message)" }
}
