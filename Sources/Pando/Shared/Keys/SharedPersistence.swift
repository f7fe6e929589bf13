import IssueReporting
import Synchronization

/// What connects a shared value to its key.
final class SharedPersistence<Value: Sendable>: Sendable {
  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
  }

  private let key: any SharedReaderKey<Value>
  private let initial: Value
  private let place: OperatorLocation
  private let status = Mutex(Status())
  /// Values are handed to the key one after the other, the latest last.
  private let saving = StoreLock()

  init(key: some SharedReaderKey<Value>, initial: Value, place: OperatorLocation) {
    self.key = key
    self.initial = initial
    self.place = place
  }

  var isLoading: Bool { status.withLock { $0.isLoading } }
  var loadError: (any Error)? { status.withLock { $0.loadError } }
  var saveError: (any Error)? { status.withLock { $0.saveError } }

  /// What the key has now, or the default value.
  func firstValue() -> Value {
    let first = Mutex<Value?>(nil)
    let isLate = Mutex(false)
    key.load(
      context: .initialValue(initial),
      continuation: LoadContinuation { [self] result in
        noteLoad(result.map { _ in () })
        // Once the property is there its subscription brings what is new.
        if isLate.withLock({ $0 }) { return }
        if case .success(let value?) = result { first.withLock { $0 = value } }
      })
    isLate.withLock { $0 = true }
    return first.withLock { $0 } ?? initial
  }

  private func noteLoad(_ result: Result<Void, any Error>) {
    status.withLock { status in
      status.isLoading = false
      status.loadError = result.error
    }
    if let error = result.error { report("could not be read", error) }
  }

  func follow(for root: SharedRoot<Value>) {
    let subscription = key.subscribe(
      context: .initialValue(initial),
      subscriber: SharedSubscriber { [weak root, self] result in
        noteLoad(result.map { _ in () })
        if case .success(let value) = result { root?.take(value ?? initial) }
      })
    status.withLock { $0.subscription = subscription }
  }

  func end() {
    let subscription = status.withLock { status in
      defer { status.subscription = nil }
      return status.subscription
    }
    subscription?.cancel()
  }

  /// Hands the value to the key, as it is once its turn has come.
  func saveLatest(of root: SharedRoot<Value>) {
    guard let key = key as? any SharedKey<Value> else { return }
    saving.lock()
    defer { saving.unlock() }
    key.save(
      root.stored, context: .didSet,
      continuation: SaveContinuation { [self] result in noteSave(result) })
  }

  private func noteSave(_ result: Result<Void, any Error>) {
    status.withLock { $0.saveError = result.error }
    if let error = result.error { report("could not be written", error) }
  }

  func load(into root: SharedRoot<Value>) async throws {
    status.withLock { $0.isLoading = true }
    let value = try await withCheckedThrowingContinuation { continuation in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation { [self] result in
          status.withLock { status in
            status.isLoading = false
            status.loadError = result.error
          }
          continuation.resume(with: result)
        })
    }
    root.take(value ?? initial)
  }

  func save(from root: SharedRoot<Value>) async throws {
    guard let key = key as? any SharedKey<Value> else { return }
    try await withCheckedThrowingContinuation { continuation in
      key.save(
        root.stored, context: .userInitiated,
        continuation: SaveContinuation { [self] result in
          status.withLock { $0.saveError = result.error }
          continuation.resume(with: result)
        })
    }
  }

  private func report(_ outcome: String, _ error: any Error) {
    reportIssue(
      """
      The shared value of the property at "\(place.fileID):\(place.line)" \(outcome).

      \(error)
      """,
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
