import Synchronization

/// The state that a writer and the containers of its codec share, at one fixed address.
///
/// It is reached through a pointer only, so that no access pays for an exclusivity check. Each
/// access reads or writes and is over before any code of a user runs.
@usableFromInline
package struct WriterState: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int
  @usableFromInline var depth = 0
  @usableFromInline var maximumDepth = 0
  @usableFromInline var maximumBytes = 0

  var frames: UnsafeMutablePointer<EncodingFrame>
  var frameCount = 0
  var frameCapacity: Int
  // Atomic, as are serials in decoding, for a container that was kept for too long: it may look
  // while another thread uses the state, must learn that it is too late, and then looks at nothing
  // else.
  private let top = Atomic<Int>(0)
  private let first = Atomic<Int>(1)
  var nextIdentifier = 1
  /// Containers that lie in the middle of the bytes, because their parent was written to after
  /// them.
  var closed: [ClosedContainer] = []
  /// Where the outermost value begins.
  var root = 0
  /// No byte before this one may move: a value behind it is being written.
  var floor = 0
  /// The first misuse in a call that cannot throw.
  var failure: WireError?
  /// Where the error that is on its way out came from: the path, and the count of bytes after its
  /// value was removed.
  var failedPath: String?
  var failedCount = -1

  /// The container at the tail of the bytes: the one that can be appended to as it is.
  var topIdentifier: Int {
    @inline(__always) get { top.load(ordering: .relaxed) }
    @inline(__always) set { top.store(newValue, ordering: .relaxed) }
  }

  /// Returns whether a container belongs to this use of the state; no identifier is used twice.
  func isCurrent(_ identifier: Int) -> Bool { identifier >= first.load(ordering: .relaxed) }

  /// Makes it too late for every container that there is.
  @inline(__always)
  func endIdentifiers() { first.store(nextIdentifier, ordering: .relaxed) }

  init(
    base: UnsafeMutableRawPointer, capacity: Int, frames: UnsafeMutablePointer<EncodingFrame>,
    frameCapacity: Int
  ) {
    self.base = base
    self.capacity = capacity
    self.frames = frames
    self.frameCapacity = frameCapacity
  }

  /// Makes room for `extra` bytes more.
  @usableFromInline
  mutating func grow(_ extra: Int) {
    let larger = max(capacity &* 2, count + extra + 64)
    let new = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    new.copyMemory(from: base, byteCount: count)
    releaseBytes()
    base = new
    capacity = larger
  }

  /// Forgets all but the memory.
  mutating func reset() {
    count = 0
    depth = 0
    frameCount = 0
    topIdentifier = 0
    endIdentifiers()
    if !closed.isEmpty { closed = [] }
    if failure != nil { failure = nil }
    if failedPath != nil { failedPath = nil }
  }

  func releaseBytes() {
    if capacity != EncodingSession.initialBytes { base.deallocate() }
  }

  mutating func growFrames() {
    let new = UnsafeMutablePointer<EncodingFrame>.allocate(capacity: frameCapacity * 2)
    new.update(from: frames, count: frameCount)
    releaseFrames()
    frames = new
    frameCapacity *= 2
  }

  func releaseFrames() {
    if frameCapacity != EncodingSession.initialFrames { frames.deallocate() }
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  // Faster than `Array(copying:)`, which is careful about arrays that nobody uses; this one is returned.
  @inline(never)
  func copiedBytes() -> [UInt8] { Array(bytes) }
}

/// A container, or a place for one value, that is open: what is written next may belong to it.
struct EncodingFrame {
  enum Kind: UInt8 {
    /// A place where a value is due.
    case slot
    case map
    case list
    /// The value of the place is complete.
    case value
    /// The value is a list of bytes, packed, written in one call.
    case packedBytes
  }

  var identifier: Int
  var kind: Kind
  /// Where the value begins.
  var start: Int
}

/// A container that other bytes follow; `end` is where its next element goes.
struct ClosedContainer {
  var identifier: Int
  var kind: EncodingFrame.Kind
  var end: Int
}
