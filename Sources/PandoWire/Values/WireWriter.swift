/// Bytes that grow at their end.
///
/// One kind of method writes plain bytes (`append...`), for message frames; the other writes whole
/// values that can be skipped and decoded (`encode...`, `begin...`), for ``WireCodable``. Never mix
/// both inside one value.
public struct WireWriter: ~Copyable {
  @usableFromInline let state: UnsafeMutablePointer<WriterState>
  /// False in a writer that is lent to a value for the time of one call.
  private let isOwner: Bool

  package init(limits: WireLimits = .standard) {
    state = EncodingSession(limits: limits).state
    isOwner = true
  }

  init(lentBy session: EncodingSession) {
    state = session.state
    isOwner = false
  }

  deinit {
    if isOwner { session.recycle() }
  }

  var session: EncodingSession { EncodingSession(state: state) }

  /// The number of bytes that were written.
  @inlinable
  public var count: Int { state.pointee.count }

  /// A copy of the bytes written so far.
  package var bytes: [UInt8] { state.pointee.copiedBytes() }

  /// Lends the bytes without a copy, for the time of one call.
  @inlinable
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: state.pointee.base, count: state.pointee.count))
  }

  /// Forgets the bytes and keeps the memory, for the next message.
  package mutating func removeAll() {
    state.pointee.count = 0
  }

  /// Forgets the bytes from an earlier `count` on.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= state.pointee.count, "a writer is never truncated upward")
    state.pointee.count = count
  }

  package consuming func finish() -> [UInt8] { bytes }
}
