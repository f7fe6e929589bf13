/// The times that the effects of a lane may take.
package struct EffectLimits: Equatable, Sendable {
  /// The time from an effect's cancellation to its end, in milliseconds.
  package let cancellationMilliseconds: Int
  /// The time from an effect's start to its cancellation, in milliseconds; nil where it runs for as long as it wants.
  package let effectMilliseconds: Int?

  /// The times where nothing else was said.
  package static let standard = EffectLimits(cancellationMilliseconds: 10_000)

  /// Brings the times into bounds: a millisecond to a day, and for effects that run to a year.
  package init(cancellationMilliseconds: Int, effectMilliseconds: Int? = nil) {
    self.cancellationMilliseconds = min(max(cancellationMilliseconds, 1), 86_400_000)
    self.effectMilliseconds = effectMilliseconds.map { min(max($0, 1), 365 * 86_400_000) }
  }
}
