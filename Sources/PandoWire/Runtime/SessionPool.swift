import Synchronization

/// Keeps the states of past encodings and decodings for the next ones, so that a value rarely has
/// to allocate one.
///
/// States are never freed: a container that a type has kept for too long still points at one, finds
/// out by its serial that the state is no longer its own, and fails. There are as many as were ever
/// in use at one time.
struct SessionPool: ~Copyable {
  private static var slotCount: Int { 8 }
  // A cache line for each, so that threads do not slow each other down.
  private static var slotBytes: Int { 64 }

  private typealias Slot = Atomic<UnsafeMutableRawPointer?>

  private let slots: UnsafeMutableRawPointer
  /// The address of the first of those that found their slot taken; 0 where there is none. A lock, as whoever takes one out
  /// without a lock has to take out all: ten thousand were put back for each that was taken, once as many stores had ended.
  private let others = Mutex<UInt>(0)

  init() {
    slots = .allocate(byteCount: Self.slotCount * Self.slotBytes, alignment: Self.slotBytes)
    for index in 0..<Self.slotCount {
      (slots + index * Self.slotBytes).initializeMemory(as: Slot.self, to: Slot(nil))
    }
  }

  /// Memory for a state, with room for the pool's link before it.
  static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: linkBytes + byteCount, alignment: linkBytes)
    block.initializeMemory(as: UnsafeMutableRawPointer?.self, to: nil)
    return block + linkBytes
  }

  private static var linkBytes: Int { 16 }

  /// The state behind this one, of those that found their slot taken.
  private func link(
    _ state: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (state - Self.linkBytes).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  // Each thread has a stack of its own, megabytes from the others: its address tells threads apart
  // well enough, and for nothing. Two threads with one slot are slower, never wrong.
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
    let taken = others.withLock { first in
      let taken = first
      if let state = Self.state(taken) { first = UInt(bitPattern: link(state).pointee) }
      return taken
    }
    return Self.state(taken)
  }

  private static func state(_ address: UInt) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: address)
  }

  /// Takes over a state that its owner is done with.
  @inline(__always)
  func give(_ state: UnsafeMutableRawPointer) {
    if let other = slot().pointee.exchange(state, ordering: .acquiringAndReleasing) {
      giveOther(other)
    }
  }

  @inline(never)
  private func giveOther(_ state: UnsafeMutableRawPointer) {
    let address = UInt(bitPattern: state)
    others.withLock { first in
      guard let state = Self.state(address) else { return }
      link(state).pointee = Self.state(first)
      first = address
    }
  }
}

// Safe to share: the slots are atomics in memory that is never freed. A state in the pool is in no
// other hands, and the exchange, or the lock, that takes it out gives it to one thread, after all
// that the giver did to it.
extension SessionPool: @unchecked Sendable {}
