/// A handle of the state that a writer shares with the containers of its codec.
///
/// Containers copy it freely: a reference count for each copy would take as long as the encoding.
/// The writer owns the state, and gives it back when it ends.
@usableFromInline
struct EncodingSession {
  static let initialBytes = 512
  static let initialFrames = 16

  // One block holds the state, the first frames and the first bytes: most values need nothing else.
  private static let framesOffset = 256
  private static let bytesOffset =
    framesOffset + initialFrames * MemoryLayout<EncodingFrame>.stride

  private static let pool = SessionPool()

  let state: UnsafeMutablePointer<WriterState>

  init(state: UnsafeMutablePointer<WriterState>) { self.state = state }

  /// A session without bytes; the caller owns it.
  init(limits: WireLimits) {
    if let used = Self.pool.take() {
      state = used.assumingMemoryBound(to: WriterState.self)
    } else {
      state = Self.allocate()
    }
    state.pointee.maximumDepth = limits.maximumDepth
    state.pointee.maximumBytes = limits.maximumBytes
  }

  @inline(never)
  private static func allocate() -> UnsafeMutablePointer<WriterState> {
    precondition(MemoryLayout<WriterState>.size <= framesOffset)
    let block = SessionPool.allocate(byteCount: bytesOffset + initialBytes)
    let state = block.bindMemory(to: WriterState.self, capacity: 1)
    state.initialize(
      to: WriterState(
        base: block + bytesOffset, capacity: initialBytes,
        frames: (block + framesOffset).bindMemory(to: EncodingFrame.self, capacity: initialFrames),
        frameCapacity: initialFrames))
    return state
  }

  /// Ends the use of a session by its owner.
  func recycle() {
    state.pointee.reset()
    // The memory of one huge value is not kept for ever.
    if _slowPath(state.pointee.capacity > 1 << 16) {
      state.pointee.releaseBytes()
      state.pointee.base = UnsafeMutableRawPointer(state) + Self.bytesOffset
      state.pointee.capacity = Self.initialBytes
    }
    Self.pool.give(UnsafeMutableRawPointer(state))
  }
}
