import Glibc

/// The observation state of one thread.
///
/// Reached by plain memory of the thread's own: it is asked at every edit of observed state.
struct ThreadObservation {
  /// The observed store that reduces; nil when none does.
  private var committing: StoreNumber?
  /// True if what is noted is collected, as it is in a commit and what follows it.
  private var isCollecting = false
  /// The store whose state this thread has in its hands, to reduce it or to read it.
  private var store: ObservedStore?
  /// The readings that the running commit made stale.
  private var noted: [StateReading] = []
  /// The number of readings that were registered, ever.
  private var registrationCount: UInt64 = 0
  /// True if a part of a store was read as a whole.
  private var readsWhole = false
  /// The stores that the tracked closure has read, and how many commits each had begun then.
  private var reads: [(store: ObservedStore, commitCount: UInt64)] = []

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { memory in
      let thread = memory?.assumingMemoryBound(to: ThreadObservation.self)
      thread?.deinitialize(count: 1)
      thread?.deallocate()
    }
    return key
  }()

  private static var existing: UnsafeMutablePointer<ThreadObservation>? {
    pthread_getspecific(key)?.assumingMemoryBound(to: ThreadObservation.self)
  }

  private static var current: UnsafeMutablePointer<ThreadObservation> {
    if let existing { return existing }
    let made = UnsafeMutablePointer<ThreadObservation>.allocate(capacity: 1)
    made.initialize(to: ThreadObservation())
    pthread_setspecific(key, made)
    return made
  }

  // MARK: - Commits

  /// The observed store that reduces in this thread.
  static var committingStore: StoreNumber? {
    existing.flatMap { $0.pointee.committing }
  }

  /// Runs a reducer; returns the readings that it made stale.
  @inline(__always)
  static func commit(_ store: ObservedStore, _ reduce: () -> Void) -> [StateReading] {
    let thread = current
    // A reducer may send to another store.
    let outer = (thread.pointee.committing, thread.pointee.store)
    thread.pointee.committing = store.number
    thread.pointee.store = store
    defer { (thread.pointee.committing, thread.pointee.store) = outer }
    return ObservationProbe.untracked { collect(reduce) }
  }

  /// Does what may end state; returns the readings that it made stale.
  @inline(__always)
  static func collect(_ body: () -> Void) -> [StateReading] {
    let thread = current
    let outer = (thread.pointee.noted.count, thread.pointee.isCollecting)
    thread.pointee.isCollecting = true
    body()
    thread.pointee.isCollecting = outer.1
    if thread.pointee.noted.count == outer.0 { return [] }
    defer { thread.pointee.noted.removeSubrange(outer.0...) }
    return Array(thread.pointee.noted[outer.0...])
  }

  /// Lends the state of a store to whoever reads it, with its lock held.
  static func lend<Result>(_ store: ObservedStore, _ body: () throws -> Result) rethrows -> Result {
    let thread = current
    let outer = thread.pointee.store
    thread.pointee.store = store
    defer { thread.pointee.store = outer }
    return try body()
  }

  /// The store whose state this thread has in its hands.
  static var store: ObservedStore? { existing?.pointee.store }

  /// A version is over by the running commit.
  static func note(_ reading: StateReading) {
    if let existing, existing.pointee.isCollecting {
      existing.pointee.noted.append(reading)
    } else {
      // Somebody lets go of a copy, wherever that is.
      reading.tellSoon()
    }
  }

  /// Tells the observers of what a commit made stale. One that ran inside the reducer of another store
  /// leaves it to that: until it is done, its state cannot be observed in this thread.
  static func tell(_ readings: [StateReading]) {
    if let existing, existing.pointee.isCollecting {
      existing.pointee.noted += readings
    } else {
      for reading in readings { reading.tell() }
    }
  }

  // MARK: - Readings

  /// The number of readings that were registered in this thread.
  static var registrationCount: UInt64 { existing?.pointee.registrationCount ?? 0 }

  /// A store lends its state for reading, with its lock held.
  static func read(_ store: ObservedStore) {
    let thread = current
    if ObservationProbe.isFirst { thread.pointee.reads.removeAll() }
    // What was read first may be copied and looked at last.
    if thread.pointee.reads.contains(where: { $0.store === store }) { return }
    thread.pointee.reads.append((store, store.commitCount))
  }

  /// Reads a part of a store's state. Where no observable field of it is read, it may be copied: then
  /// everything is observed.
  static func readPart<State, Result>(
    _ state: State, _ rest: UnobservedRest, _ body: (State) throws -> Result
  ) rethrows -> Result {
    let count = registrationCount
    let result = try body(state)
    // Of state that is not observable, the field that holds it tells.
    if rest == .whole, let existing, registrationCount == count,
      State.self is any ObservableState.Type
    {
      existing.pointee.readsWhole = true
    }
    return result
  }

  /// Returns whether a part was read as a whole since this was asked.
  static func takeReadsWhole() -> Bool {
    guard let existing, existing.pointee.readsWhole else { return false }
    existing.pointee.readsWhole = false
    return true
  }

  /// Makes what is observed in this thread depend on a reading that was just looked up.
  ///
  /// What was read may be a copy. If its store has begun a commit since it was taken, what the copy
  /// says may be over, and is taken to be.
  ///
  /// - Parameter owner: The store of what was read; nil when that is not known.
  static func register(_ reading: StateReading, of owner: StoreNumber?) {
    let thread = current
    thread.pointee.registrationCount &+= 1
    // A store that lends its state does not change it.
    guard thread.pointee.store == nil, isOutdated(owner) else { return reading.register() }
    let outdated = StateReading(isOver: true)
    outdated.register()
  }

  /// Makes what is observed in this thread depend on everything in the stores that were read.
  static func registerStores() {
    for (store, _) in current.pointee.reads {
      register(store.wholeReading(isIncomplete: true), of: store.number)
    }
  }

  private static func isOutdated(_ owner: StoreNumber?) -> Bool {
    let thread = current
    var isOutdated = false
    for index in thread.pointee.reads.indices {
      let (store, commitCount) = thread.pointee.reads[index]
      // What no store has claimed yet may be from any.
      if let owner, store.number != owner { continue }
      let newest = store.newestCommitCount
      if newest == commitCount { continue }
      isOutdated = true
      // Once: a copy that is kept and read again tells nothing new.
      thread.pointee.reads[index].commitCount = newest
    }
    return isOutdated
  }
}
