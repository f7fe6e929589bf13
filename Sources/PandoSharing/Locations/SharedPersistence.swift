import IssueReporting
import PandoBase
import Synchronization

/// The connection between a shared value and its key.
final class SharedPersistence<Value: Sendable>: Sendable {
  private struct Status {
    /// The number of times that the key reads just now.
    var loadCount = 0
    var loadError: (any Error)?
    var saveError: (any Error)?
    var subscription: SharedSubscription?
  }

  /// The first value that the key reads.
  private struct First {
    /// True once there is something newer.
    var isOver = false
    /// The value, while there is no root to take it.
    var value: Value?
    weak var root: SharedRoot<Value>?
  }

  /// The changes that the key is told of.
  let changes = LocalChanges()
  private let key: any SharedReaderKey<Value>
  /// Hands what is in a place to the key; nil where that only reads.
  private let write: (@Sendable (SharedPlace<Value>, SaveContext, SaveContinuation) -> Void)?
  private let initial: Value
  private let place: OperatorLocation
  private let status = Mutex(Status())
  private let first = Mutex(First())
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

  var isLoading: Bool { status.withLock { $0.loadCount > 0 } }
  var loadError: (any Error)? { status.withLock { $0.loadError } }
  var saveError: (any Error)? { status.withLock { $0.saveError } }

  /// Returns the value that the key has now, or the default value.
  ///
  /// One that the key reads later is taken when it is there, unless there is something newer.
  func firstValue() -> Value {
    beginLoad()
    let moment = changes.moment
    key.load(
      context: .initialValue(initial),
      continuation: LoadContinuation { [self] result in
        endLoad(result.map { _ in () })
        if let error = result.error { report("could not be read", error) }
        if case .success(let value?) = result { takeFirst(value, readAt: moment) }
      })
    return first.withLock { $0.value.take() } ?? initial
  }

  private func takeFirst(_ value: Value, readAt moment: UInt64) {
    let root = first.withLock { first -> SharedRoot<Value>? in
      if first.isOver { return nil }
      // Read once: the last reference to a root may go meanwhile, and what runs then is no matter for a lock.
      let root = first.root
      if root == nil { first.value = value }
      return root
    }
    root?.take(value, readAt: moment)
  }

  /// Notes that a first value that the key reads later comes too late.
  private func endFirst() {
    first.withLock { $0.isOver = true }
  }

  private func beginLoad() {
    status.withLock { $0.loadCount += 1 }
  }

  private func endLoad(_ result: Result<Void, any Error>) {
    status.withLock { status in
      status.loadCount -= 1
      status.loadError = result.error
    }
  }

  /// Has the root take what the key reads from now on.
  func follow(for root: SharedRoot<Value>) {
    let value = first.withLock { first in
      first.root = root
      return first.value.take()
    }
    // It came after the root was made, before which nobody has changed it.
    if let value { root.take(value, readAt: 0) }
    let subscription = key.subscribe(
      context: .initialValue(initial),
      subscriber: SharedSubscriber(changes) { [weak root, self] result, moment in
        status.withLock { $0.loadError = result.error }
        switch result {
        case .success(let value):
          endFirst()
          root?.take(value ?? initial, readAt: moment)
        case .failure(let error): report("could not be read", error)
        }
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
    beginLoad()
    let moment = changes.moment
    let value = try await withCheckedThrowingContinuation { continuation in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation { [self] result in
          endLoad(result.map { _ in () })
          continuation.resume(with: result)
        })
    }
    endFirst()
    root.take(value ?? initial, readAt: moment)
  }

  func save(_ place: SharedPlace<Value>) async throws {
    guard let write else { return }
    try await withCheckedThrowingContinuation { continuation in
      // A value that was read before a newer one was handed to the key must not come after it.
      saving.lock()
      defer { saving.unlock() }
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

      \(ValueWords.text(of: error, bytes: 2 * ValueWords.bytesAtMost))
      """,
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
