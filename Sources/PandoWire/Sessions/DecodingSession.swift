/// A handle of the state that a reader shares with the containers of its codec.
///
/// Containers copy it freely: a reference count for each copy would take as long as the decoding.
/// The reader owns the state, and gives it back when it ends; serials then tell a container that it
/// is too late.
@usableFromInline
struct DecodingSession {
  static let initialFrames = 16
  private static let framesOffset = 128

  private static let pool = SessionPool()

  let state: UnsafeMutablePointer<DecodingState>

  /// A session over a caller's bytes; the caller owns it.
  init(bytes: WireBytes, limits: WireLimits) {
    if let used = Self.pool.take() {
      state = used.assumingMemoryBound(to: DecodingState.self)
    } else {
      state = Self.allocate()
    }
    state.pointee.begin(bytes, limits)
  }

  @inline(never)
  private static func allocate() -> UnsafeMutablePointer<DecodingState> {
    precondition(MemoryLayout<DecodingState>.size <= framesOffset)
    let block = SessionPool.allocate(
      byteCount: framesOffset + initialFrames * MemoryLayout<DecodingFrame>.stride)
    let state = block.bindMemory(to: DecodingState.self, capacity: 1)
    state.initialize(
      to: DecodingState(
        frames: firstFrames(of: block), frameCapacity: initialFrames))
    return state
  }

  private static func firstFrames(
    of block: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<DecodingFrame> {
    (block + framesOffset).bindMemory(to: DecodingFrame.self, capacity: initialFrames)
  }

  /// Begins to decode an outermost value.
  @usableFromInline
  func beginRoot(_ offset: Int) { state.pointee.beginRoot(offset) }

  /// Ends the use of a session by its owner, whose bytes it lets go of.
  @usableFromInline
  func recycle() {
    // A container that was kept is too late from here on.
    state.pointee.begin(.empty, .standard)
    state.pointee.frameCount = 0
    state.pointee.refusedOffset = -1
    if _slowPath(state.pointee.expansionCount > 0) { endExpansions(above: 0) }
    // The memory of one huge value is not kept for ever.
    if _slowPath(state.pointee.frameCapacity > 1 << 10) {
      state.pointee.releaseFrames()
      state.pointee.frames = Self.firstFrames(of: UnsafeMutableRawPointer(state))
      state.pointee.frameCapacity = Self.initialFrames
    }
    Self.pool.give(UnsafeMutableRawPointer(state))
  }
}
