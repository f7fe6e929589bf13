import Dispatch
import Glibc
import Observation
import Synchronization

/// One version of a field, or of a whole state, as somebody has read it.
///
/// `Observation` installs its observers only when the tracked closure has returned, so a change between
/// the reading and that would be missed. It cannot install them without hashing the key paths that
/// were read. Those of readings refer to the reading, which so learns that observers come who are late,
/// and tells them.
package final class StateReading: Observable, Sendable {
  private enum Phase {
    /// Nothing newer is there.
    case valid
    /// There is a newer version, and a thread is to tell.
    case expired
    /// A thread tells; once more, when observers came meanwhile.
    case telling(pthread_t, again: Bool)
    /// Told; whoever comes is late.
    case over
  }

  private let registrar = ObservationRegistrar()
  private let phase: Mutex<Phase>

  /// - Parameter isOver: Whether there is a newer version already.
  package init(isOver: Bool = false) {
    phase = Mutex(isOver ? .over : .valid)
  }

  /// Lets the observation that goes on in this thread depend on it.
  package func register() {
    registrar.access(self, keyPath: \.[StateReadingKey(reading: self, isWatched: true)])
  }

  /// There is a newer version; `tell()` is to follow.
  package func expire() {
    phase.withLock { $0 = .expired }
  }

  /// Tells those who read it that there is a newer version. The newer one must be there for them to
  /// read; they may do anything.
  package func tell() {
    guard beginTelling() else { return }
    let keyPath = \StateReading.[StateReadingKey(reading: self, isWatched: false)]
    repeat {
      registrar.willSet(self, keyPath: keyPath)
      registrar.didSet(self, keyPath: keyPath)
    } while !endTelling()
  }

  /// Tells them from a thread that holds no lock, one reading after the other: an observer of two that
  /// end together is told of the first, and then observes neither.
  package func tellSoon() {
    Self.queue.async { self.tell() }
  }

  private static let queue = DispatchQueue(label: "pando.observation")

  /// One thread at a time: two would tell the same observers.
  private func beginTelling() -> Bool {
    phase.withLock { phase in
      if case .telling(let thread, _) = phase {
        phase = .telling(thread, again: true)
        return false
      }
      phase = .telling(pthread_self(), again: false)
      return true
    }
  }

  private func endTelling() -> Bool {
    phase.withLock { phase in
      if case .telling(let thread, again: true) = phase {
        phase = .telling(thread, again: false)
        return false
      }
      phase = .over
      return true
    }
  }

  /// An observer comes, or goes. This is inside the registrar, so nothing is told here.
  fileprivate func isHashed() {
    let isLate = phase.withLock { phase in
      switch phase {
      case .valid, .expired: return false
      case .telling(let thread, _):
        // In this thread observers only go, as they are told.
        if pthread_equal(thread, pthread_self()) == 0 { phase = .telling(thread, again: true) }
        return false
      case .over: return true
      }
    }
    if isLate { Task { tell() } }
  }

  fileprivate subscript(key: StateReadingKey) -> Void { () }
}

/// A key that makes the key path of a reading its own.
private struct StateReadingKey: Hashable, Sendable {
  let reading: StateReading
  /// True if the reading is told when the key is hashed.
  let isWatched: Bool

  static func == (left: StateReadingKey, right: StateReadingKey) -> Bool {
    left.reading === right.reading
  }

  func hash(into hasher: inout Hasher) {
    if isWatched { reading.isHashed() }
    hasher.combine(ObjectIdentifier(reading))
  }
}
