import PandoSharing
import Synchronization

/// The observations of the views of one frame.
final class ViewObservations: Sendable {
  @TaskLocal static var current: ViewObservations?

  private let changes = Mutex<[@Sendable () -> Bool]>([])

  /// Runs `body`, which renders a frame, and notes what it looks at.
  func collect<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self) { SharedReads.noting({ Self.note($0) }, body) }
  }

  /// Notes what was looked at, by a question that is answered yes once it has changed.
  static func note(_ hasChanged: @escaping @Sendable () -> Bool) {
    current?.changes.withLock { $0.append(hasChanged) }
  }

  /// Runs `body`, which looks at a store, without what it reads being observed: a question is noted
  /// instead.
  static func looking<Result>(_ body: () -> Result) -> Result {
    current == nil ? body() : ObservationProbe.untracked(body)
  }

  /// True if a new frame would differ.
  var haveChanged: Bool {
    changes.withLock { $0 }.contains { $0() }
  }
}
