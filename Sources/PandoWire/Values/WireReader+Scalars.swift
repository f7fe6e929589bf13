// The scalars, one by one, so that a call with a known type needs neither a table nor a witness.
extension WireReader {
  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Bool.Type = Bool.self) throws(WireError) -> Bool {
    try bytes.bool(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: String.Type = String.self) throws(WireError) -> String {
    try bytes.string(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Double.Type = Double.self) throws(WireError) -> Double {
    try bytes.double(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Float.Type = Float.self) throws(WireError) -> Float {
    try bytes.float(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Int.Type = Int.self) throws(WireError) -> Int {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Int8.Type = Int8.self) throws(WireError) -> Int8 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Int16.Type = Int16.self) throws(WireError) -> Int16 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Int32.Type = Int32.self) throws(WireError) -> Int32 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Int64.Type = Int64.self) throws(WireError) -> Int64 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: UInt.Type = UInt.self) throws(WireError) -> UInt {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: UInt8.Type = UInt8.self) throws(WireError) -> UInt8 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: UInt16.Type = UInt16.self) throws(WireError) -> UInt16 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: UInt32.Type = UInt32.self) throws(WireError) -> UInt32 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: UInt64.Type = UInt64.self) throws(WireError) -> UInt64 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: Int128.Type = Int128.self) throws(WireError) -> Int128 {
    try bytes.integer(&offset)
  }

  /// Reads one value.
  @inlinable @inline(__always)
  public mutating func decode(_: UInt128.Type = UInt128.self) throws(WireError) -> UInt128 {
    try bytes.integer(&offset)
  }
}
