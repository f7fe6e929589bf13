/// Connects one value of observable state with those who observe it. Part of what ``ObservableState()``
/// writes.
///
/// It is empty while nothing in the process observes a store, and no part of the value: it is equal to
/// any other, and never encoded.
///
/// Every edit in a commit gives the value the next version of its tracker. So a value that is put in
/// place of another can be told from it, even when it is an earlier copy of the same. Version 0 marks
/// a copy that went its own way.
public struct _StateObservation: Sendable {
  @usableFromInline private(set) var tracker: StateTracker?
  private(set) var version: UInt64 = 0

  /// The observation of a new value.
  public init() {
    if StateTracker.isNeeded { begin() }
  }

  private mutating func begin() {
    tracker = StateTracker()
    version = 1
  }

  /// A field is read.
  @inlinable
  public func access(_ field: Int) {
    if let tracker { tracker.access(field) } else { accessUntracked() }
  }

  /// A field was read of a value that was made before anything was observed, and is not yet reached.
  @usableFromInline
  func accessUntracked() {
    guard StateTracker.isNeeded, ObservationProbe.isTracking else {
      return
    }
    ThreadObservation.registerStores()
  }

  /// A field is about to be edited.
  ///
  /// - Returns: Whether somebody has to be told, if it changes.
  @inlinable
  public mutating func beginEdit(_ field: Int) -> Bool {
    if let tracker { beginEdit(field, tracker) } else { false }
  }

  @usableFromInline
  mutating func beginEdit(_ field: Int, _ tracker: StateTracker) -> Bool {
    guard let store = ThreadObservation.committingStore else {
      version = 0
      return false
    }
    tracker.claim(for: store)
    version = isCurrent ? tracker.advance() : 0
    return tracker.isObserved(field)
  }

  /// A field has changed.
  public func note(_ field: Int) {
    tracker?.note(field)
  }

  /// A field changed, or something inside it, without its accessors.
  mutating func edit(_ field: Int, isReplaced: Bool) {
    if beginEdit(field), isReplaced { note(field) }
  }

  /// Returns whether somebody observes a field.
  public func isObserved(_ field: Int) -> Bool {
    tracker?.isObserved(field) ?? false
  }

  /// True if the value is what its tracker last heard of.
  var isCurrent: Bool {
    guard let tracker else { return false }
    return version == tracker.currentVersion
  }

  /// Lets the value be observed from now on, in the store that has it.
  public mutating func track() {
    guard let tracker else { return begin() }
    if let store = ThreadObservation.store, !tracker.claim(for: store.number) {
      // What its own store changes is not changed here, and the other way round.
      tracker.noteAll()
      return begin()
    }
    // The next version rather than the newest, which another copy may have.
    if !isCurrent { version = tracker.advance() }
  }

  /// Takes the place of an earlier version; returns false when that was not observed.
  public mutating func adopt(_ old: _StateObservation) -> Bool {
    guard let tracker = old.tracker else { return false }
    self.tracker = tracker
    version = tracker.advance()
    return true
  }

  /// Returns the identity of a payload; unknown where it is not observable.
  @_disfavoredOverload
  public static func identity<Value>(_ value: Value) -> _StateIdentity { .unknown }

  /// Returns the identity of observable state.
  public static func identity<Value: ObservableState>(_ value: Value) -> _StateIdentity {
    value._$identity
  }

  /// Returns the identity of optional observable state.
  public static func identity<Value: ObservableState>(_ value: Value?) -> _StateIdentity {
    value?._$identity ?? .empty
  }

  /// The identity of the value.
  public var identity: _StateIdentity {
    _StateIdentity(tracker: tracker, version: version)
  }
}

extension _StateObservation: Hashable {
  /// Observation is no part of a value.
  @inlinable
  public static func == (left: _StateObservation, right: _StateObservation) -> Bool { true }

  /// Observation is no part of a value.
  @inlinable
  public func hash(into hasher: inout Hasher) {}
}
