import Synchronization

/// Knows who reads which field of one value of observable state.
///
/// The copies of a value share it. Stores note changes with their lock held; fields may be read in any
/// thread, also of copies.
@usableFromInline
final class StateTracker: Sendable {
  private static let isNeededFlag = Atomic<Bool>(false)

  /// True if new values are to be tracked: something in this process observes a store.
  static var isNeeded: Bool {
    get { isNeededFlag.load(ordering: .relaxed) }
    set { isNeededFlag.store(newValue, ordering: .relaxed) }
  }

  /// The store that the value is in; 0 where it was made outside of any and not met in one yet.
  private let ownerNumber: Atomic<UInt64>
  private let version = Atomic<UInt64>(1)
  /// One bit for each field that was read since it last changed; the last is shared by all further.
  private let observed = Atomic<UInt64>(0)
  private let readings = Mutex<[Int: StateReading]>([:])

  init() {
    ownerNumber = Atomic(ThreadObservation.store?.number.rawValue ?? 0)
  }

  deinit {
    // Whoever observes what has gone is told, which also lets go of the observers.
    let left = readings.withLock { Array($0.values) }
    if !left.isEmpty { left.forEach(ThreadObservation.note) }
  }

  // MARK: - Versions

  var currentVersion: UInt64 { version.load(ordering: .relaxed) }

  /// Makes the next version. The stores that share a tracker could make the same one at the same time,
  /// if this were not one step.
  func advance() -> UInt64 {
    version.add(1, ordering: .relaxed).newValue
  }

  // MARK: - The store

  private var owner: StoreNumber? {
    let number = ownerNumber.load(ordering: .relaxed)
    return number == 0 ? nil : StoreNumber(rawValue: number)
  }

  /// The value is in a store; returns false when it came from another.
  @discardableResult
  func claim(for store: StoreNumber) -> Bool {
    let number = ownerNumber.load(ordering: .relaxed)
    if number != 0 { return number == store.rawValue }
    return ownerNumber.compareExchange(
      expected: 0, desired: store.rawValue, ordering: .relaxed
    ).exchanged
  }

  // MARK: - Reading

  @usableFromInline
  func access(_ field: Int) {
    guard ObservationProbe.isTracking else { return }
    if let store = ThreadObservation.store { claim(for: store.number) }
    let reading = readings.withLock { readings in
      if let reading = readings[field] { return reading }
      let reading = StateReading()
      readings[field] = reading
      observed.bitwiseOr(bit(field), ordering: .sequentiallyConsistent)
      return reading
    }
    ThreadObservation.register(reading, of: owner)
  }

  // MARK: - Changing

  private func bit(_ field: Int) -> UInt64 { 1 << UInt64(min(field, 63)) }

  func isObserved(_ field: Int) -> Bool {
    observed.load(ordering: .relaxed) & bit(field) != 0
  }

  /// Notes that a field changed, to be told once the commit is done.
  func note(_ field: Int) {
    guard isObserved(field) else { return }
    let reading = readings.withLock { readings in
      let reading = readings.removeValue(forKey: field)
      forget(readings)
      return reading
    }
    if let reading { ThreadObservation.note(reading) }
  }

  /// Notes that everything may have changed.
  func noteAll() {
    let all = readings.withLock { readings in
      defer {
        readings = [:]
        forget(readings)
      }
      return Array(readings.values)
    }
    for reading in all { ThreadObservation.note(reading) }
  }

  private func forget(_ left: [Int: StateReading]) {
    observed.store(left.keys.reduce(0) { $0 | bit($1) }, ordering: .relaxed)
  }
}
