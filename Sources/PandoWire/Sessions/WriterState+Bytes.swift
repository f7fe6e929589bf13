extension WriterState {
  @inlinable @inline(__always)
  mutating func reserve(_ extra: Int) {
    if _slowPath(capacity &- count < extra) { grow(extra) }
  }

  @inlinable @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inlinable @inline(__always)
  mutating func append(_ start: UnsafeRawPointer, count length: Int) {
    reserve(length)
    (base + count).copyMemory(from: start, byteCount: length)
    count &+= length
  }

  /// The first bytes of two numbers as they lie in memory, 16 at the most.
  @inlinable @inline(__always)
  mutating func append(_ low: UInt64, _ high: UInt64, count length: Int) {
    reserve(16)
    base.storeBytes(of: low, toByteOffset: count, as: UInt64.self)
    base.storeBytes(of: high, toByteOffset: count &+ 8, as: UInt64.self)
    count &+= length
  }

  @inlinable
  mutating func appendVarint(_ number: UInt64) {
    reserve(10)
    var end = base + count
    Self.store(number, &end)
    count = end - base
  }

  /// A byte and three numbers, each in 1 to 10 bytes: room is made once for all.
  @inlinable @inline(__always)
  mutating func append(_ byte: UInt8, _ first: UInt64, _ second: UInt64, _ third: UInt64) {
    reserve(31)
    var end = base + count
    end.storeBytes(of: byte, as: UInt8.self)
    end += 1
    Self.store(first, &end)
    Self.store(second, &end)
    Self.store(third, &end)
    count = end - base
  }

  /// Stores a number in 1 to 10 bytes, for which there is room, and moves the end behind them.
  @inlinable @inline(__always)
  static func store(_ number: UInt64, _ end: inout UnsafeMutableRawPointer) {
    var rest = number
    while rest >= 0x80 {
      end.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, as: UInt8.self)
      rest &>>= 7
      end += 1
    }
    end.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    end += 1
  }

  @inlinable @inline(__always)
  mutating func appendFixed<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    reserve(MemoryLayout<Number>.size)
    base.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
    count &+= MemoryLayout<Number>.size
  }
}
