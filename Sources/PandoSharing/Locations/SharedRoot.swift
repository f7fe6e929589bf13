import IssueReporting
import PandoBase
import Synchronization

/// A shared value that is no part of another, and what keeps it up to date.
final class SharedRoot<Value: Sendable>: SharedLocation, AnySharedRoot {
  private let place: SharedPlace<Value>
  private let observation = SharedObservation()
  private let persistence: SharedPersistence<Value>?
  /// The copy of a value whose own process is another: what a worker has.
  private let host: SharedHost?
  private let changeCount = Atomic<UInt64>(0)
  let links: SharedLinks
  /// Its own for as long as the process runs, as an address is not.
  let number = SharedNumbers.next()

  init(
    _ value: sending Value, persistence: SharedPersistence<Value>? = nil, token: UInt64 = 0,
    host: SharedHost? = nil
  ) {
    place = SharedPlace(value)
    self.persistence = persistence
    self.host = host
    links = SharedLinks(token: token)
  }

  deinit { persistence?.end() }

  var root: any AnySharedRoot { self }
  var whole: (any SharedLocation)? { nil }
  var isCopy: Bool { host != nil }

  func read() -> Value {
    if SharedSnapshot.isInUse, let snapshot = SharedSnapshot.current {
      return snapshot.value(of: self)
    }
    if SharedReads.areNoted, let note = SharedReads.note {
      noteRead(note)
    } else {
      observation.access()
    }
    return stored
  }

  /// The value, whatever a test looks at.
  var stored: Value { place.value }

  func modify<Result>(
    from place: OperatorLocation, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    if SharedSnapshot.isInUse, let snapshot = SharedSnapshot.current {
      return try snapshot.modify(self, operation)
    }
    if let host, !host.isReducingHere {
      reportLostChange(place)
      // Not of what the feature's reducer sees, and its store is told.
      var lost = stored
      return try operation(&lost)
    }
    guard let persistence else { return try change(operation) }
    persistence.changes.begin()
    defer {
      persistence.saveLatest(self.place)
      persistence.changes.end()
    }
    return try change(operation)
  }

  /// A new value from where it is kept, which needs not be told of it. One that was changed here since
  /// somebody began to read it there stays: it will be written there.
  func take(_ value: Value, readAt moment: UInt64?) {
    let isTaken = place.withLock { known in
      guard persistence?.changes.isNone(since: moment) != false, !isEqual(known, value) else {
        return false
      }
      if SharedTimeline.isInUse, host == nil { SharedTimeline.note(known, of: self) }
      known = value
      return true
    }
    if isTaken { announce() }
  }

  private func change<Result>(
    _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    defer { announce() }
    // Who holds a part may read it there. Numbers and the like cost nothing to keep.
    return try place.change(keepsFormer: _isPOD(Value.self) || links.hasParts) { value in
      if SharedTimeline.isInUse, host == nil { SharedTimeline.note(value, of: self) }
      return try operation(&value)
    }
  }

  /// Notes that what shows the value is to look again once it has changed, also where the state that
  /// holds it is the same.
  private func noteRead(_ note: SharedReads.Note) {
    let count = changeCount.load(ordering: .acquiring)
    note { [weak self] in self?.changeCount.load(ordering: .acquiring) != count }
  }

  private func announce() {
    changeCount.add(1, ordering: .acquiringAndReleasing)
    if host == nil { SharedChanges.increment() }
    observation.announce()
  }

  private func reportLostChange(_ place: OperatorLocation) {
    reportIssue(
      """
      A shared value was changed by an effect of a hosted feature at "\(place.fileID):\(place.line)", \
      where only a copy of it lives.

      It was made in a copy of its own, which is lost. Send an action from the effect, and change the \
      value in the reducer: what a reducer changes is written back when its action commits.
      """,
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  // MARK: - Where it is kept

  var isLoading: Bool { persistence?.isLoading ?? false }
  var loadError: (any Error)? { persistence?.loadError }
  var saveError: (any Error)? { persistence?.saveError }
  func load() async throws { try await persistence?.load(into: self) }
  func save() async throws { try await persistence?.save(place) }

  /// Begins to follow what others do to the value where it is kept.
  func follow() { persistence?.follow(for: self) }
}

/// Numbers shared values.
private enum SharedNumbers {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
