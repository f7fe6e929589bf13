import Glibc
import Observation

/// The probe of one thread: learns whether `withObservationTracking` runs in it, which no call tells.
///
/// Whoever is to be told of the changes of a key path has to keep that key path, to know it again. So
/// a registrar is shown one that nobody else has: if it is kept, the reads are observed.
///
/// A key path that is kept cannot be shown again, and stays with the observer until that is told. So a
/// closure that reads much is not asked each time: after 1, 2, 4, ... reads that were observed, as many
/// more are taken to be, up to 63.
struct ThreadTracking {
  /// The subject of the key paths that are shown. Nothing of it ever changes.
  private struct Subject: Observable {
    subscript(number: UInt) -> Void { () }
  }

  private static let registrar = ObservationRegistrar()
  private static let longestRun: UInt = 63

  /// The key path that is shown next, or was shown last and is kept. Never that of 0, which marks a closure.
  private var keyPath: KeyPath<Subject, Void> = \.[1]
  private var lastNumber: UInt = 1
  /// The reads that are taken to be observed without asking.
  private var creditCount: UInt = 0
  private var nextCreditCount: UInt = 0
  /// True if no closure ran when this was last asked, and none was marked since.
  private var wasOutside = true

  /// Shows a key path; returns whether it is kept.
  private static func keeps(_ keyPath: inout KeyPath<Subject, Void>) -> Bool {
    registrar.access(Subject(), keyPath: keyPath)
    return !isKnownUniquelyReferenced(&keyPath)
  }

  /// Returns whether a read is to be observed, or may be.
  mutating func isTracking() -> Bool {
    if creditCount == 0 { return isSurelyTracking() }
    creditCount -= 1
    return true
  }

  /// Returns whether a read is observed.
  mutating func isSurelyTracking() -> Bool {
    if !isKnownUniquelyReferenced(&keyPath) {
      lastNumber &+= 1
      keyPath = \.[lastNumber]
    }
    guard Self.keeps(&keyPath) else {
      creditCount = 0
      nextCreditCount = 0
      wasOutside = true
      return false
    }
    creditCount = nextCreditCount
    nextCreditCount = min(2 * nextCreditCount + 1, Self.longestRun)
    return true
  }

  /// Returns whether the tracked closure that runs asks for the first time. Two marks that are equal are tried: a
  /// closure that asks for the first time keeps the first and not the second. A registrar that kept both would tell
  /// nothing, and then only a read outside of closures tells one closure from the next.
  mutating func isFirst() -> Bool {
    defer { wasOutside = false }
    var mark: KeyPath<Subject, Void> = \.[0]
    guard Self.keeps(&mark) else { return wasOutside }
    var second: KeyPath<Subject, Void> = \.[0]
    return !Self.keeps(&second) || wasOutside
  }

  // MARK: - Threads

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { memory in
      let thread = unsafe memory?.assumingMemoryBound(to: ThreadTracking.self)
      unsafe thread?.deinitialize(count: 1)
      unsafe thread?.deallocate()
    }
    precondition(status == 0, "the process has no thread-specific keys left")
    return key
  }()

  /// That of the calling thread.
  static var current: UnsafeMutablePointer<ThreadTracking> {
    if let memory = unsafe pthread_getspecific(key) {
      return unsafe memory.assumingMemoryBound(to: ThreadTracking.self)
    }
    let made = UnsafeMutablePointer<ThreadTracking>.allocate(capacity: 1)
    unsafe made.initialize(to: ThreadTracking())
    unsafe pthread_setspecific(key, made)
    return unsafe made
  }
}
