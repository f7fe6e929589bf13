/// The identity of a value of observable state: another value in its place has another one.
public struct _StateIdentity: Sendable {
  /// The cases that lead to the value, where it is in an enum.
  private var path = 0
  let tracker: StateTracker?
  private let version: UInt64
  /// True if there is nothing to observe behind it.
  private var isEmpty = false

  init(tracker: StateTracker?, version: UInt64) {
    self.tracker = tracker
    self.version = version
  }

  /// A value with nothing in it, as a case without a payload is.
  public static var empty: _StateIdentity {
    var identity = _StateIdentity(tracker: nil, version: 0)
    identity.isEmpty = true
    return identity
  }

  /// A value that cannot be told from others.
  public static var unknown: _StateIdentity { _StateIdentity(tracker: nil, version: 0) }

  /// The same value as the payload of an enum's case of this number.
  public func inCase(_ number: Int) -> _StateIdentity {
    var identity = self
    identity.path = path &* 1024 &+ number &+ 1
    return identity
  }

  private func isAtPlace(of other: _StateIdentity) -> Bool {
    path == other.path && tracker === other.tracker && isEmpty == other.isEmpty
  }

  /// Returns whether both are of the same version of the same value.
  func isSame(as other: _StateIdentity) -> Bool {
    isAtPlace(of: other) && (isEmpty || (version != 0 && version == other.version))
  }

  /// Returns whether the value is what became of an earlier one by edits that were noted.
  func follows(_ earlier: _StateIdentity) -> Bool {
    guard isAtPlace(of: earlier) else { return false }
    guard let tracker else { return isEmpty }
    return version == tracker.currentVersion
  }
}
