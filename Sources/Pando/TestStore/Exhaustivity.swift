/// How much of what happens in a ``TestStore`` a test must assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of the state, each action that comes back, and the end of each effect.
  case on

  /// What the test asserts must be so; what it leaves out may be anything.
  ///
  /// - Parameter showSkippedAssertions: Whether what was left out is noted. Notes do not fail a test.
  case off(showSkippedAssertions: Bool)

  /// What the test asserts must be so; what it leaves out may be anything, and is not noted.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}
