import Observation

/// Asks the registrar what only it knows. It keeps the key paths that are read in a set, for as long as
/// it tracks; the keys in those of the probe notice how that is done.
struct ObservationProbe: Observable {
  private static let registrar = ObservationRegistrar()

  /// True if what the thread reads is to be observed: it is inside `withObservationTracking`, where
  /// alone the key path is hashed, and not inside a reducer.
  static var isTracking: Bool {
    ThreadObservation.findsKeyHashed {
      registrar.access(ObservationProbe(), keyPath: TrackingKey.keyPath.value)
    }
  }

  /// True if this is asked for the first time in the tracked closure that runs: later, a key path
  /// is compared with the first. It must be another each time, as one is not compared with itself.
  static var isFirst: Bool {
    ThreadObservation.isKeyCompared = false
    registrar.access(ObservationProbe(), keyPath: \.[PassKey()])
    return !ThreadObservation.isKeyCompared
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
    ThreadObservation.noteHashedKey()
    hasher.combine(number)
  }
}

private struct PassKey: Hashable, Sendable {
  private let number = 2

  static func == (left: PassKey, right: PassKey) -> Bool {
    ThreadObservation.isKeyCompared = true
    return true
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}
