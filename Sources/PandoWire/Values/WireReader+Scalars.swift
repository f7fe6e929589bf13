// The scalars, so that a call with a known type needs no table.
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
  public mutating func decode<Number: WireInteger>(
    _: Number.Type = Number.self
  ) throws(WireError) -> Number {
    try bytes.integer(&offset)
  }
}
