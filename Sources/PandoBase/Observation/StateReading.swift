import Dispatch
import Observation
import Synchronization

/// One version of a field, or of a whole state, as somebody has read it.
///
/// `Observation` installs its observers only when the tracked closure has returned, so a change between
/// the reading and that would be missed. Such a closure keeps the key path of what it read until then, as
/// it could not install the observer without: while somebody still has it after all were told, those
/// who are late are told too.
package final class StateReading: Observable, Sendable {
  private enum Phase {
    /// ``StateReading/tell()`` is to come.
    case pending
    /// Told; whoever comes is late.
    case over
    /// A task tells those who are late.
    case tellingLate
  }

  private struct Guarded {
    var phase: Phase
    /// Nobody else has it but key paths of the reading.
    var mark = Mark()
  }

  /// A part of the key paths of one reading.
  fileprivate final class Mark: Sendable {}

  private let registrar = ObservationRegistrar()
  private let guarded: Mutex<Guarded>

  /// - Parameter isOver: Whether there is a newer version already.
  package init(isOver: Bool = false) {
    guarded = Mutex(Guarded(phase: isOver ? .over : .pending))
  }

  /// Lets the observation that goes on in this thread depend on it.
  package func register() {
    registrar.access(self, keyPath: \.[key])
    let isLate = guarded.withLock { guarded in
      guard case .over = guarded.phase else { return false }
      guarded.phase = .tellingLate
      return true
    }
    if isLate { Task { await tellLate() } }
  }

  // MARK: - Telling

  /// Tells those who read it that there is a newer version. The newer one must be there for them to
  /// read; they may do anything.
  package func tell() {
    announce()
    let isAwaited = guarded.withLock { guarded in
      if case .tellingLate = guarded.phase { return false }
      let isKept = !isKnownUniquelyReferenced(&guarded.mark)
      guarded.phase = isKept ? .tellingLate : .over
      return isKept
    }
    if isAwaited { Task { await tellLate() } }
  }

  /// Tells them from a thread that holds no lock, one reading after the other: an observer of two that
  /// end together is told of the first, and then observes neither.
  package func tellSoon() {
    Self.soonCount.add(1, ordering: .acquiringAndReleasing)
    Self.queue.async {
      self.tell()
      Self.soonCount.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  /// Returns when those have been told who were to be told soon: at once where nobody is left.
  package static func toldSoon() async {
    if soonCount.load(ordering: .acquiring) == 0 { return }
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  /// True if the calling thread tells those who were to be told soon.
  package static var tellsSoonHere: Bool { DispatchQueue.getSpecific(key: queueKey) == true }

  /// The number of readings that are to be told soon, and are not yet.
  private static let soonCount = Atomic<Int>(0)
  private static let queueKey = DispatchSpecificKey<Bool>()
  private static let queue = {
    let queue = DispatchQueue(label: "pando.observation")
    queue.setSpecific(key: queueKey, value: true)
    return queue
  }()

  /// Tells those who observe it now.
  private func announce() {
    let keyPath = \StateReading.[key]
    registrar.willSet(self, keyPath: keyPath)
    registrar.didSet(self, keyPath: keyPath)
  }

  private static let longestPause = Duration.seconds(1)

  /// Tells whoever comes, until nobody is left who may. Pauses as long as it has waited already, so that
  /// nobody waits for more than twice the time that the tracked closure took.
  private func tellLate() async {
    var pause = Duration.microseconds(50)
    while true {
      announce()
      let isDone = guarded.withLock { guarded in
        guard isKnownUniquelyReferenced(&guarded.mark) else { return false }
        guarded.phase = .over
        return true
      }
      if isDone { return }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private var key: StateReadingKey { StateReadingKey(mark: guarded.withLock { $0.mark }) }

  fileprivate subscript(key: StateReadingKey) -> Void { () }
}

/// A key that makes the key path of a reading its own.
private struct StateReadingKey: Hashable, Sendable {
  let mark: StateReading.Mark

  static func == (left: StateReadingKey, right: StateReadingKey) -> Bool {
    left.mark === right.mark
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(mark))
  }
}
