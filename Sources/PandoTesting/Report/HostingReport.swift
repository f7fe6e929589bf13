/// A report about hosting a feature: what will not cross to another process, and how large what
/// crosses is. Made by ``hostingReport(for:)``.
public struct HostingReport: Hashable, Sendable {
  /// The size of an encoded value.
  public struct Size: Hashable, Sendable {
    /// The thing that takes the bytes: a property of the state, or an action.
    public let subject: String
    /// The number of bytes.
    public let bytes: Int
  }

  /// The name of the feature's type.
  public let feature: String
  /// The findings, errors first.
  public let findings: [HostingFinding]
  /// The size of the state; nil where none was given, or where it cannot be encoded.
  public let stateBytes: Int?
  /// The largest properties of the state, the largest first; at most five.
  public let largestFields: [Size]
  /// The actions by their size, the largest first; at most five.
  public let largestActions: [Size]

  /// True if nothing was found that keeps the feature from being hosted.
  public var canBeHosted: Bool { !findings.contains { $0.severity == .error } }
}

extension HostingReport: CustomStringConvertible {
  /// The whole report as a text for a person.
  public var description: String {
    var lines = [
      canBeHosted
        ? "\"\(feature)\" can be hosted." : "\"\(feature)\" cannot be hosted as it is."
    ]
    if !findings.isEmpty { lines.append("") }
    lines += findings.map(\.description)
    if let stateBytes { lines += ["", "Its state takes \(text(stateBytes))."] }
    lines += largestFields.map { "  \($0.subject): \(text($0.bytes))" }
    if let action = largestActions.first {
      lines += ["", "Its largest action takes \(text(action.bytes))."]
      lines += largestActions.map { "  \($0.subject): \(text($0.bytes))" }
    }
    return lines.joined(separator: "\n")
  }

  private func text(_ bytes: Int) -> String {
    switch bytes {
    case 1: "1 byte"
    case ..<10_240: "\(bytes) bytes"
    case ..<(10 << 20): "\(bytes >> 10) KiB"
    default: "\(bytes >> 20) MiB"
    }
  }
}
