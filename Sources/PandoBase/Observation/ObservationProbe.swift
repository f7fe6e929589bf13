public import Observation

/// Asks the registrar what only it knows. It keeps the key paths that are read in a set, for as long as
/// it tracks; the keys in those of the probe notice how that is done.
@usableFromInline
package struct ObservationProbe: Observable {
  private static let registrar = ObservationRegistrar()

  /// True if what the thread reads is to be observed: it is inside `withObservationTracking`, where
  /// alone the key path is hashed, and not inside ``untracked(_:)``.
  package static var isTracking: Bool {
    let flags = flags
    if flags.contains(.untracked) { return false }
    if flags.contains(.hashed) { Self.flags.remove(.hashed) }
    registrar.access(ObservationProbe(), keyPath: TrackingKey.keyPath.value)
    return Self.flags.contains(.hashed)
  }

  /// True if this is asked for the first time in the tracked closure that runs: later, a key path
  /// is compared with the first. It must be another each time, as one is not compared with itself.
  package static var isFirst: Bool {
    flags.remove(.compared)
    registrar.access(ObservationProbe(), keyPath: \.[PassKey()])
    return !flags.contains(.compared)
  }

  /// Runs `body`, of whose reads nobody is told, though somebody tracks.
  @inlinable @inline(__always)
  package static func untracked<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = flags
    flags = outer.union(.untracked)
    defer { if !outer.contains(.untracked) { flags.remove(.untracked) } }
    return try body()
  }

  @usableFromInline static let thread = ThreadNumber()

  /// The flags of the calling thread.
  @inlinable static var flags: Flags {
    get { Flags(rawValue: thread.value) }
    set { thread.value = newValue.rawValue }
  }

  @usableFromInline
  struct Flags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt

    @inlinable
    init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// No read is to be observed.
    @inlinable static var untracked: Flags { Flags(rawValue: 1) }
    /// The registrar hashed the key of the probe.
    static let hashed = Flags(rawValue: 2)
    /// The registrar compared the key of the probe with an earlier one.
    static let compared = Flags(rawValue: 4)
  }

  fileprivate subscript(key: TrackingKey) -> Void { () }
  fileprivate subscript(key: PassKey) -> Void { () }
}

private struct TrackingKey: Hashable, Sendable {
  /// A key path never changes, and this one captures a number.
  struct Box: @unchecked Sendable {
    let value: KeyPath<ObservationProbe, Void>
  }

  static let keyPath = Box(value: \.[TrackingKey()])

  /// A key path keeps nothing of an empty value, and does not ask it for its hash.
  private let number = 1

  func hash(into hasher: inout Hasher) {
    ObservationProbe.flags.insert(.hashed)
    hasher.combine(number)
  }
}

private struct PassKey: Hashable, Sendable {
  private let number = 2

  static func == (left: PassKey, right: PassKey) -> Bool {
    ObservationProbe.flags.insert(.compared)
    return true
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}
