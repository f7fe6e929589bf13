/// A state, or an action, of which a status page may show something: what it says here, and nothing else.
///
/// A page shows nothing of a state whose type does not conform, and of an action no more than its cases. A type
/// that conforms names each value that people may read, so that a field which is added later is not shown before
/// somebody has thought of it.
///
///     extension Search.State: PageVisible {
///       var pageValues: [PageValue] { [PageValue("hits", hits.count), PageValue("has query", !query.isEmpty)] }
///     }
///
/// An action's values stand in the timeline of commits, also where the actions of parents wrap it.
public protocol PageVisible {
  /// The values that may be read by whoever reaches the page, of which it shows 256 at most.
  var pageValues: [PageValue] { get }
}

extension PageVisible {
  /// The values that a page shows: so many at most.
  var firstPageValues: [PageValue] { Array(pageValues.prefix(256)) }
}

/// A value that a page shows, with its name.
public struct PageValue: Hashable, Codable, Sendable {
  /// The name of the value.
  public let name: String
  /// The value in words, cut where it is very long.
  public let text: String

  /// The number of characters that are shown of a value.
  public static let charactersAtMost = 2_000

  /// A value by its description.
  public init(_ name: String, _ value: some CustomStringConvertible) {
    self.name = name
    let text = value.description
    self.text =
      text.count > Self.charactersAtMost ? text.prefix(Self.charactersAtMost) + "..." : text
  }
}
