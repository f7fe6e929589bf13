/// The bounds that hold while bytes of a peer are decoded, and while a value is encoded for one.
public struct WireLimits: Hashable, Sendable {
  /// The number of values that may be nested in each other, at most; 1,000 or less is sensible.
  ///
  /// One level of a synthesized struct counts one, of a synthesized enum case with a payload two, of
  /// a list in a property of a ``WireCodable`` type two.
  /// Every level takes up to about 2 KiB of stack in a debug build, so the default fits the
  /// smallest stacks in use (512 KiB).
  public var maximumDepth: Int

  /// The size of one encoded value, at most; never above 4 GiB.
  ///
  /// A decoder also gives up where the elements of lists, sets and dictionaries, presented states, and the payloads of
  /// indirect cases would take more than 16 times as much memory beyond their bytes.
  public var maximumBytes: Int

  /// The memory that the elements of all lists, sets and dictionaries, the presented states, and the payloads of
  /// indirect cases which one reader decodes may take beyond the bytes that they were, at most: 16 times
  /// ``maximumBytes``. An element of one byte may be a struct of any size.
  @inlinable
  var memoryBytes: Int { maximumBytes &* 16 }

  /// Limits with the given bounds, each of which is brought into its range.
  public init(maximumDepth: Int = 128, maximumBytes: Int = 64 << 20) {
    self.maximumDepth = min(max(maximumDepth, 1), 1 << 20)
    self.maximumBytes = min(max(maximumBytes, 1), Int(UInt32.max))
  }

  /// A depth of 128 and 64 MiB.
  public static let standard = WireLimits()
}
