/// Tells whether what the calling thread reads is to be observed.
@usableFromInline
package enum ObservationProbe {
  /// True if the thread is inside `withObservationTracking`, and not inside ``untracked(_:)``.
  ///
  /// It may be true for up to 63 reads after a tracked closure has ended: see ``ThreadTracking``. Whoever asks
  /// then looks up what it takes to tell an observer, and none comes.
  package static var isTracking: Bool {
    if flags.contains(.untracked) { return false }
    return unsafe ThreadTracking.current.pointee.isTracking()
  }

  /// The same, and never true after a tracked closure has ended. Costs memory for each read of one.
  package static var isSurelyTracking: Bool {
    if flags.contains(.untracked) { return false }
    return unsafe ThreadTracking.current.pointee.isSurelyTracking()
  }

  /// True if this is asked for the first time in the tracked closure that runs.
  package static var isFirst: Bool { unsafe ThreadTracking.current.pointee.isFirst() }

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
  }
}
