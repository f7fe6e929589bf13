import IssueReporting
import Synchronization

/// A shared value that is no part of another, and what keeps it up to date.
final class SharedRoot<Value: Sendable>: SharedLocation, AnySharedRoot, @unchecked Sendable {
  // `place` is read and written with `lock` held, and freed in `deinit`; all else is Sendable.
  private let lock = StoreLock()
  private let place: UnsafeMutablePointer<Value>
  private let observation = SharedObservation()
  private let persistence: SharedPersistence<Value>?
  /// The copy of a value whose own process is another: what a worker has.
  private let host: SharedHost?
  let links: SharedLinks

  init(
    _ value: sending Value, persistence: SharedPersistence<Value>? = nil, token: UInt64 = 0,
    host: SharedHost? = nil
  ) {
    place = .allocate(capacity: 1)
    place.initialize(to: value)
    self.persistence = persistence
    self.host = host
    links = SharedLinks(token: token)
  }

  deinit {
    persistence?.end()
    place.deinitialize(count: 1)
    place.deallocate()
  }

  var root: any AnySharedRoot { self }

  func read() -> Value {
    if SharedSnapshot.isInUse, let snapshot = SharedSnapshot.current {
      return snapshot.value(of: self)
    }
    observation.access()
    return stored
  }

  /// The value, whatever a test looks at.
  var stored: Value { locked { place.pointee } }

  func modify<Result>(
    from place: OperatorLocation, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    if SharedSnapshot.isInUse, let snapshot = SharedSnapshot.current {
      return try snapshot.modify(self, operation)
    }
    if let host, !host.isReducing { reportLostChange(place) }
    defer { persistence?.saveLatest(of: self) }
    return try change(operation)
  }

  /// A new value from where it is kept, which needs not be told of it.
  func take(_ value: Value) {
    let isChanged = locked { () -> Bool in
      !isEqual(self.place.pointee, value)
    }
    if isChanged { change { $0 = value } }
  }

  private func change<Result>(
    _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    defer {
      if host == nil { SharedChanges.increment() }
      observation.announce()
    }
    return try locked {
      if SharedSnapshot.isInUse { SharedSnapshot.note(place.pointee, of: self) }
      return try operation(&place.pointee)
    }
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    precondition(
      !lock.isHeldHere,
      """
      A shared value was used inside its own "withLock". Use the parameter of the closure instead.
      """)
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  private func reportLostChange(_ place: OperatorLocation) {
    reportIssue(
      """
      A shared value was changed by an effect of a hosted feature at "\(place.fileID):\(place.line)", \
      where only a copy of it lives.

      Send an action from the effect, and change the value in the reducer: what a reducer changes is \
      written back when its action commits.
      """,
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  // MARK: - Where it is kept

  var isLoading: Bool { persistence?.isLoading ?? false }
  var loadError: (any Error)? { persistence?.loadError }
  var saveError: (any Error)? { persistence?.saveError }
  func load() async throws { try await persistence?.load(into: self) }
  func save() async throws { try await persistence?.save(from: self) }

  /// Begins to follow what others do to the value where it is kept.
  func follow() { persistence?.follow(for: self) }
}

/// Whether two values are known to be equal.
func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func open<Concrete: Equatable>(_ left: Concrete) -> Bool { left == (right as? Concrete) }
  guard let left = left as? any Equatable else { return false }
  return open(left)
}
