#if Diffs
  public import CustomDump
#endif

/// Names one element of a ``StackState`` for as long as it is there.
///
/// A stack counts them from 0, in the order in which its elements were pushed, and never gives out
/// one twice: the third element that a stack ever had is `2`, in every run and in every process.
public struct StackElementID: Hashable, Codable, Sendable {
  /// The number of elements that the stack had before this one.
  public let generation: Int

  init(generation: Int) {
    self.generation = generation
  }

  /// More than any stack will count to. A stack does not count beyond it, so that all can read what one has written.
  static let limit = 1 << 62

  /// Reads the number alone.
  ///
  /// - Throws: `DecodingError.dataCorrupted` when no stack can have counted to it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    generation = try container.decode(Int.self)
    guard 0 <= generation, generation < Self.limit else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "No element of a stack can have the id \(generation).")
    }
  }

  /// Writes the number alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// The id of the element that was pushed after so many others.
  public init(integerLiteral generation: Int) {
    self.init(generation: generation)
  }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number behind a `#`.
  public var description: String { "#\(generation)" }

  /// The number behind a `#`.
  public var debugDescription: String { description }
}

#if Diffs
  extension StackElementID: CustomDumpStringConvertible {
    /// The text that a test's failure shows.
    public var customDumpDescription: String { description }
  }
#endif
