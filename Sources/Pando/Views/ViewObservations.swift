import Synchronization

/// What the views of one frame have looked at.
final class ViewObservations: Sendable {
  @TaskLocal static var current: ViewObservations?

  private static let inUse = Atomic(false)

  /// Whether the process ever rendered a frame.
  static var areInUse: Bool { inUse.load(ordering: .relaxed) }

  private let changes = Mutex<[@Sendable () -> Bool]>([])

  init() {
    Self.inUse.store(true, ordering: .relaxed)
  }

  /// Notes what was looked at, by a question that is answered yes once it has changed.
  static func note(_ hasChanged: @escaping @Sendable () -> Bool) {
    current?.changes.withLock { $0.append(hasChanged) }
  }

  /// Runs `body`, which looks at a store, without what it reads being observed: a question is noted
  /// instead.
  static func looking<Result>(_ body: () -> Result) -> Result {
    current == nil ? body() : ThreadObservation.untracked(body)
  }

  /// Whether a new frame would differ.
  var haveChanged: Bool {
    changes.withLock { $0 }.contains { $0() }
  }
}
