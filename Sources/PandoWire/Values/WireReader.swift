/// A position in bytes that a peer sent; nothing in them can make it read elsewhere or trap.
///
/// One kind of method reads plain bytes (`read...`), for message frames; the other reads whole
/// values (`decode...`, `begin...`), for ``WireCodable``. The bytes stay the caller's: they must
/// outlive the reader.
public struct WireReader: ~Copyable {
  @usableFromInline let bytes: WireBytes
  @usableFromInline var offset: Int
  /// The reader's depth in a value; 0 between values.
  @usableFromInline var depth: Int
  /// Where the outermost value begins.
  @usableFromInline var root = 0
  @usableFromInline package let limits: WireLimits
  /// The memory that elements may still take beyond their bytes. A session has it while that decodes.
  @usableFromInline var memoryLeft: Int
  /// Made when a value first needs it and then owned; or lent to a value by the owner for the time
  /// of one call.
  @usableFromInline var lender: DecodingSession?
  @usableFromInline let isLent: Bool

  @inlinable
  package init(_ buffer: UnsafeRawBufferPointer, limits: WireLimits = .standard) {
    bytes = WireBytes(buffer)
    offset = 0
    depth = 0
    self.limits = limits
    memoryLeft = limits.memoryBytes
    lender = nil
    isLent = false
  }

  /// One for values that lie so deep in another, from an offset in `0...count` on.
  init(_ buffer: UnsafeRawBufferPointer, at offset: Int, depth: Int) {
    self.init(buffer)
    self.offset = offset
    self.depth = depth
  }

  init(lentBy session: DecodingSession, offset: Int, depth: Int) {
    bytes = session.state.pointee.bytes
    limits = session.state.pointee.limits
    memoryLeft = session.state.pointee.memoryLeft
    self.offset = offset
    self.depth = depth
    lender = session
    isLent = true
  }

  mutating func session() -> DecodingSession {
    if let lender { return lender }
    let session = DecodingSession(bytes: bytes, limits: limits)
    session.state.pointee.beginRoot(root)
    lender = session
    return session
  }

  /// Begins to read an outermost value here.
  @inlinable
  mutating func beginRoot() {
    root = offset
    if let lender { lender.beginRoot(offset) }
  }

  @inlinable
  deinit {
    if !isLent, let lender { lender.recycle() }
  }

  /// The number of bytes that were read.
  @inlinable
  public var position: Int { offset }

  /// The number of bytes that are left.
  @inlinable
  package var remaining: Int { bytes.end &- offset }

  @inlinable
  package var isAtEnd: Bool { offset == bytes.end }

  /// Throws when bytes are left: a peer that sends more than was agreed is not understood.
  package func expectEnd() throws(WireError) {
    if remaining != 0 { throw hasRest }
  }
}
