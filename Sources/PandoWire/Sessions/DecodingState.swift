import Synchronization

/// The state that the containers of one decoding share, at one fixed address.
///
/// It is reached through a pointer only, so that no access pays for an exclusivity check. Each
/// access reads or writes and is over before any code of a user runs.
struct DecodingState: ~Copyable {
  var bytes = WireBytes.empty
  var limits = WireLimits.standard
  /// The memory that elements may still take beyond their bytes, as the reader has it.
  var memoryLeft = 0
  /// The end of the value that was decoded last.
  var position = 0
  /// Where the outermost value begins.
  var root = 0
  /// Where the innermost value began that a type of a user refused.
  var refusedOffset = -1

  /// Why the keys of a container could not be read, which `allKeys` has no way to say.
  var unreadableKeys: WireError?

  var frames: UnsafeMutablePointer<DecodingFrame>
  var frameCount = 0
  var frameCapacity: Int
  var nextSerial: UInt32 = 1
  /// The first serial of this use of the state. Atomic for a container that was kept for too long:
  /// it may look while another thread uses the state, must learn that it is too late, and then
  /// looks at nothing else.
  private let firstSerial = Atomic<UInt32>(1)

  var expansions: [Expansion] = []
  /// The count of `expansions`, where it costs nothing to look.
  var expansionCount = 0
  /// Where in the bytes of the peer the array is whose elements these bytes are; -1 when they are
  /// the peer's.
  var expandedFrom = -1

  /// The bytes, for a container that was made over them; none for one that was kept from an earlier
  /// use.
  @inline(__always)
  func bytes(for reference: FrameReference) -> WireBytes {
    _fastPath(isCurrent(reference)) ? bytes : .empty
  }

  /// Begins a new use of the state.
  mutating func begin(_ bytes: WireBytes, _ limits: WireLimits) {
    self.bytes = bytes
    self.limits = limits
    memoryLeft = limits.memoryBytes
    endSerials()
  }

  /// Begins to decode an outermost value.
  @inline(__always)
  mutating func beginRoot(_ offset: Int) {
    root = offset
    if unreadableKeys != nil { unreadableKeys = nil }
    endSerials()
  }

  /// Makes it too late for every container that there is.
  @inline(__always)
  private func endSerials() { firstSerial.store(nextSerial, ordering: .relaxed) }

  init(frames: UnsafeMutablePointer<DecodingFrame>, frameCapacity: Int) {
    self.frames = frames
    self.frameCapacity = frameCapacity
  }

  @inline(__always)
  func isCurrent(_ reference: FrameReference) -> Bool {
    reference.serial &- firstSerial.load(ordering: .relaxed) < 1 << 31
  }

  /// Throws for a container that was kept from an earlier use.
  @inline(__always)
  func expectCurrent(_ reference: FrameReference) throws(WireError) {
    guard _fastPath(isCurrent(reference)) else {
      throw WireError(.misuse("a container was used after its value had been decoded"))
    }
  }

  @inline(never)
  mutating func growFrames() {
    let new = UnsafeMutablePointer<DecodingFrame>.allocate(capacity: frameCapacity * 2)
    new.update(from: frames, count: frameCount)
    releaseFrames()
    frames = new
    frameCapacity *= 2
  }

  func releaseFrames() {
    if frameCapacity != DecodingSession.initialFrames { frames.deallocate() }
  }
}

/// The positions of the containers of one value.
///
/// A container finds its frame by index and serial; one that was kept longer than its frame starts
/// afresh.
struct DecodingFrame {
  enum Kind: UInt8 {
    /// No container was asked for.
    case untouched
    /// `boundary` is the start of an entry, or the end tag.
    case map
    /// `boundary` is the start of an element, or the end tag.
    case list
    /// `boundary` is the end of the value.
    case done
  }

  let start: Int
  var boundary: Int
  let serial: UInt32
  let depth: UInt32
  var kind: Kind
}

/// A container's reference to its frame, for finding it or for beginning another at the same value.
struct FrameReference {
  /// Below 4 GiB, as `WireLimits` has it.
  let start: UInt32
  let depth: UInt32
  let index: UInt32
  let serial: UInt32
}
