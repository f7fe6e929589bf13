import IssueReporting
import PandoBase
import Synchronization

/// The connection between a shared value and its key.
final class SharedPersistence<Value: Sendable>: Sendable {
  private struct Status {
    var isLoading = false
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
  }

  /// The changes that the key is told of.
  let changes = LocalChanges()
  private let key: any SharedReaderKey<Value>
  /// Hands what is in a place to the key; nil where that only reads.
  private let write: (@Sendable (SharedPlace<Value>, SaveContext, SaveContinuation) -> Void)?
  private let initial: Value
  private let place: OperatorLocation
  private let status = Mutex(Status())
  /// Values are handed to the key one after the other, the latest last.
  private let saving = OwnedLock()

  init(key: some SharedReaderKey<Value>, initial: Value, place: OperatorLocation) {
    self.key = key
    if let key = key as? any PlaceKey<Value> {
      write = { key.save($0, context: $1, continuation: $2) }
    } else if let key = key as? any SharedKey<Value> {
      write = { key.save($0.value, context: $1, continuation: $2) }
    } else {
      write = nil
    }
    self.initial = initial
    self.place = place
  }

  var isLoading: Bool { status.withLock { $0.isLoading } }
  var loadError: (any Error)? { status.withLock { $0.loadError } }
  var saveError: (any Error)? { status.withLock { $0.saveError } }

  /// Returns the value that the key has now, or the default value.
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
      subscriber: SharedSubscriber(changes) { [weak root, self] result, moment in
        noteLoad(result.map { _ in () })
        if case .success(let value) = result { root?.take(value ?? initial, readAt: moment) }
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
  func saveLatest(_ place: SharedPlace<Value>) {
    guard let write else { return }
    saving.lock()
    defer { saving.unlock() }
    write(place, .didSet, SaveContinuation { [self] result in noteSave(result) })
  }

  private func noteSave(_ result: Result<Void, any Error>) {
    status.withLock { $0.saveError = result.error }
    if let error = result.error { report("could not be written", error) }
  }

  func load(into root: SharedRoot<Value>) async throws {
    status.withLock { $0.isLoading = true }
    let moment = changes.moment
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
    root.take(value ?? initial, readAt: moment)
  }

  func save(_ place: SharedPlace<Value>) async throws {
    guard let write else { return }
    try await withCheckedThrowingContinuation { continuation in
      write(
        place, .userInitiated,
        SaveContinuation { [self] result in
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
