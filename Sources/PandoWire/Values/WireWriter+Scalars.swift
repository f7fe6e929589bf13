// The scalars, so that a call with a known type needs no table. None throws; they say so all the same, for code that is
// generated without knowing the types.
extension WireWriter {
  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Bool) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: String) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Double) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Float) throws(WireError) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: some WireInteger) throws(WireError) {
    state.pointee.write(value)
  }
}
