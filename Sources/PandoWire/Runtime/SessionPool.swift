import Synchronization

/// Keeps the states of past encodings and decodings for the next ones, so that a value rarely has to allocate one.
///
/// States are never freed: a container that a type has kept for too long still points at one, finds out by its serial that
/// the state is no longer its own, and fails. There are as many as were ever in use at one time.
struct SessionPool: ~Copyable {
  private static var slotCount: Int { 8 }
  // A cache line for each, so that threads do not slow each other down.
  private static var slotBytes: Int { 64 }

  private typealias Slot = Atomic<UnsafeMutableRawPointer?>

  private let slots: UnsafeMutableRawPointer
  /// Addresses of states that found their slot taken.
  private let others = Mutex<[UInt]>([])

  init() {
    slots = .allocate(byteCount: Self.slotCount * Self.slotBytes, alignment: Self.slotBytes)
    for index in 0..<Self.slotCount {
      (slots + index * Self.slotBytes).initializeMemory(as: Slot.self, to: Slot(nil))
    }
  }

  // Each thread has a stack of its own, megabytes from the others: its address tells threads apart well enough, and for
  // nothing. Two threads with one slot are slower, never wrong.
  @inline(__always)
  private func slot() -> UnsafeMutablePointer<Slot> {
    var marker: UInt8 = 0
    let address = withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    let index = Int(((address &>> 20) &* 0x9E37_79B9) &>> 16) & (Self.slotCount - 1)
    return (slots + index * Self.slotBytes).assumingMemoryBound(to: Slot.self)
  }

  /// A state that nobody uses, which is then the caller's; nil when a new one must be made.
  @inline(__always)
  func take() -> UnsafeMutableRawPointer? {
    slot().pointee.exchange(nil, ordering: .acquiring) ?? takeOther()
  }

  @inline(never)
  private func takeOther() -> UnsafeMutableRawPointer? {
    others.withLock { $0.popLast() }.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
  }

  /// Takes over a state that its owner is done with.
  @inline(__always)
  func give(_ state: UnsafeMutableRawPointer) {
    if let other = slot().pointee.exchange(state, ordering: .acquiringAndReleasing) {
      giveOther(UInt(bitPattern: other))
    }
  }

  @inline(never)
  private func giveOther(_ address: UInt) {
    others.withLock { $0.append(address) }
  }
}

// Safe to share: the slots are atomics in memory that is never freed, and the rest has a lock. A state in the pool is in
// no other hands, and the exchange that takes it out gives it to one thread, after all that the giver did to it.
extension SessionPool: @unchecked Sendable {}
