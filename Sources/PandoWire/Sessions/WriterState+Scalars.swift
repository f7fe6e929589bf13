// One name for all scalars.
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
  mutating func write<Number: FixedWidthInteger>(_ value: Number) {
    switch (Number.isSigned, Number.bitWidth > 64) {
    case (true, false): writeSigned(Int64(truncatingIfNeeded: value))
    case (false, false): writeUnsigned(UInt64(truncatingIfNeeded: value))
    case (true, true): writeSigned128(Int128(truncatingIfNeeded: value))
    case (false, true): writeUnsigned128(UInt128(truncatingIfNeeded: value))
    }
  }
}
