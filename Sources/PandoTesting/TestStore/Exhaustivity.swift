/// The part of what happens in a ``TestStore`` that a test must assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of the state, each action that comes back, and the end of each effect.
  case on

  /// A test asserts only what it names; anything else may happen.
  ///
  /// - Parameter showSkippedAssertions: Whether what was left out is noted. Notes do not fail a test.
  case off(showSkippedAssertions: Bool)

  /// A test asserts only what it names; anything else may happen, and is not noted.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}
