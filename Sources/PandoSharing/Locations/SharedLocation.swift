import PandoBase
import Synchronization

/// Where a shared value lives: on its own, or as a part of another.
protocol SharedLocation<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// A copy of the value; notes that whoever tracks observation has read it.
  func read() -> Value

  /// Changes it in place, and tells those who are to know.
  func modify<Result>(
    from place: OperatorLocation, _ operation: (inout Value) throws -> Result
  ) rethrows -> Result

  /// The whole that it is, or belongs to.
  var root: any AnySharedRoot { get }

  /// The location that it is a part of; nil for a whole.
  var whole: (any SharedLocation)? { get }

  /// Its parts that are in use, and its name in other processes.
  var links: SharedLinks { get }
}

/// A shared value that is no part of another.
protocol AnySharedRoot: AnyObject, Sendable {
  /// True if it is a worker's copy of a value that lives in another process.
  var isCopy: Bool { get }
  var isLoading: Bool { get }
  var loadError: (any Error)? { get }
  var saveError: (any Error)? { get }
  func load() async throws
  func save() async throws
}

extension SharedLocation {
  /// A part; the same one for as long as somebody uses it.
  func part<Member: Sendable>(
    _ keyPath: any KeyPath<Value, Member> & Sendable
  ) -> any SharedLocation<Member> {
    links.part(at: keyPath) { PartLocation(self, keyPath) }
  }
}

extension SharedLocation {
  /// The value of an optional that is there; the same location for as long as somebody uses it.
  func unwrapped<Wrapped: Sendable>() -> (any SharedLocation<Wrapped>)? where Value == Wrapped? {
    guard let location = UnwrappedLocation(self).map(links.unwrapped) else { return nil }
    // One that others use already may have been read last before the value that is there now.
    _ = location.read()
    return location
  }
}

/// The names and parts by which others know a location.
final class SharedLinks: Sendable {
  /// Made only of key paths that are Sendable.
  private struct Path: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
  }

  private struct Part: Sendable {
    weak var location: (any SharedLocation)?
  }

  private struct Parts: Sendable {
    var entries: [Path: Part] = [:]
    var limit = PurgeLimit(32)
  }

  private static let made = Atomic(false)
  /// The number of parts that have gone which are passed by at every change.
  private static let goneAtMost = 32

  /// True if the program has any shared value.
  static var areMade: Bool { made.load(ordering: .relaxed) }

  private let parts = Mutex(Parts())
  private let unwrapped = Mutex(Part())
  private let token: Atomic<UInt64>
  private let isRegistered = Atomic(false)

  /// - Parameter token: The name that it has already in other processes; 0 for none.
  init(token: UInt64 = 0) {
    if !Self.areMade { Self.made.store(true, ordering: .relaxed) }
    self.token = Atomic(token)
  }

  deinit {
    if isRegistered.load(ordering: .relaxed) {
      SharedTokens.forget(token.load(ordering: .relaxed))
    }
  }

  /// True if anybody holds a part.
  var hasParts: Bool {
    // What is met is let go of outside the locks: it may be the last to hold it, and what ends with it users' value.
    if let met = unwrapped.withLock({ $0.location }) { return withExtendedLifetime(met) { true } }
    let met = parts.withLock { parts -> [any SharedLocation] in
      if parts.entries.isEmpty { return [] }
      var goneCount = 0
      for part in parts.entries.values {
        guard let location = part.location else {
          goneCount += 1
          continue
        }
        // Asked at every change.
        if goneCount <= Self.goneAtMost { return [location] }
        return [location] + parts.limit.purgeNow(&parts.entries) { $0.location }
      }
      // None of them is of use.
      parts = Parts()
      return []
    }
    return withExtendedLifetime(met) { !met.isEmpty }
  }

  /// The number of parts that it knows, with those that have gone and were not thrown out yet.
  var knownPartCount: Int { parts.withLock { $0.entries.count } }

  func part<Base, Member: Sendable>(
    at keyPath: any KeyPath<Base, Member> & Sendable, make: () -> any SharedLocation<Member>
  ) -> any SharedLocation<Member> {
    let path = Path(keyPath: keyPath)
    let (part, others) = parts.withLock { parts in
      if let known = parts.entries[path]?.location as? any SharedLocation<Member> {
        return (known, [])
      }
      let others = parts.limit.purge(&parts.entries) { $0.location }
      let made = make()
      parts.entries[path] = Part(location: made)
      return (made, others)
    }
    return withExtendedLifetime(others) { part }
  }

  /// Returns the location that the value of an optional is used by already, or else `made`.
  func unwrapped<Wrapped: Sendable>(
    _ made: UnwrappedLocation<Wrapped>
  ) -> any SharedLocation<Wrapped> {
    unwrapped.withLock { unwrapped in
      if let known = unwrapped.location as? any SharedLocation<Wrapped> { return known }
      unwrapped.location = made
      return made
    }
  }

  /// The name of its location in other processes; given when it is first asked for.
  func makeToken() -> UInt64 {
    let known = token.load(ordering: .acquiring)
    if known != 0 { return known }
    let made = UInt64.random(in: 1...UInt64.max)
    let (isFirst, first) = token.compareExchange(
      expected: 0, desired: made, ordering: .acquiringAndReleasing)
    return isFirst ? made : first
  }

  /// Lets what comes back under its name find the location.
  func register(_ location: any SharedLocation) {
    guard !isRegistered.exchange(true, ordering: .relaxed) else { return }
    SharedTokens.register(location, as: makeToken())
  }
}
