// One name for all scalars, which the containers of `Codable` spell out one by one.
extension WriterState {
  @inlinable @inline(__always)
  mutating func write(_ value: Bool) { writeBool(value) }

  @inlinable @inline(__always)
  mutating func write(_ value: String) { writeString(value) }

  @inlinable @inline(__always)
  mutating func write(_ value: Double) { writeDouble(value) }

  @inlinable @inline(__always)
  mutating func write(_ value: Float) { writeFloat(value) }

  @inlinable @inline(__always)
  mutating func write(_ value: Int) { writeSigned(Int64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: Int8) { writeSigned(Int64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: Int16) { writeSigned(Int64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: Int32) { writeSigned(Int64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: Int64) { writeSigned(value) }

  @inlinable @inline(__always)
  mutating func write(_ value: UInt) { writeUnsigned(UInt64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: UInt8) { writeUnsigned(UInt64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: UInt16) { writeUnsigned(UInt64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: UInt32) { writeUnsigned(UInt64(value)) }

  @inlinable @inline(__always)
  mutating func write(_ value: UInt64) { writeUnsigned(value) }

  @usableFromInline
  mutating func write(_ value: Int128) { writeSigned128(value) }

  @usableFromInline
  mutating func write(_ value: UInt128) { writeUnsigned128(value) }
}
