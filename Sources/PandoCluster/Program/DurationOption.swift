public import ArgumentParser

/// A duration on the command line: a number with its unit, as in `500ms`, `30s`, `5m` or `1h`.
public struct DurationOption: ExpressibleByArgument, Hashable, Sendable {
  /// The duration in milliseconds.
  public let milliseconds: Int

  /// A duration of so many milliseconds.
  public init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  private static let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)]
  /// A week: what is longer was meant to be something else.
  private static let longestMilliseconds = 7 * 86_400_000

  /// Reads a duration; nil where it has no unit, or is longer than a week.
  public init?(argument: String) {
    for (unit, factor) in Self.units where argument.hasSuffix(unit) {
      guard let number = Int(argument.dropLast(unit.count)), number >= 0,
        number <= Self.longestMilliseconds / factor
      else { continue }
      milliseconds = number * factor
      return
    }
    return nil
  }

  /// The duration in the largest unit that has no fraction.
  public var defaultValueDescription: String {
    let fitting = Self.units.last { milliseconds % $0.1 == 0 && milliseconds >= $0.1 }
    guard let (unit, factor) = fitting else { return "\(milliseconds)ms" }
    return "\(milliseconds / factor)\(unit)"
  }
}
