/// Somebody sleeps on a ``TestClock`` where nobody should.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The number of sleepers.
  public let count: Int

  /// A sentence that says what is wrong, and how to mend it.
  public var description: String {
    """
    \(count) task(s) sleep on the test clock. Move its time on with "advance(by:)", or end what sleeps \
    before the test does.
    """
  }
}
