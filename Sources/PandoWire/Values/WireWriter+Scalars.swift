// The scalars, one by one, so that a call with a known type needs neither a table nor a witness.
extension WireWriter {
  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Bool) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: String) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Double) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Float) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int8) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int16) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int32) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: Int64) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt8) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt16) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt32) { state.pointee.write(value) }

  /// Writes one value.
  @inlinable @inline(__always)
  public mutating func encode(_ value: UInt64) { state.pointee.write(value) }

  /// Writes one value.
  public mutating func encode(_ value: Int128) { state.pointee.write(value) }

  /// Writes one value.
  public mutating func encode(_ value: UInt128) { state.pointee.write(value) }
}
