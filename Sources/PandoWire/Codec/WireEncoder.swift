/// Encodes any `Encodable` value; `Format.md` describes the bytes.
package enum WireEncoder {
  /// One value, as bytes of their own.
  ///
  /// Equal values have equal bytes wherever the type's own `encode(to:)` is deterministic: sets and
  /// dictionaries are written in the order of their elements' bytes.
  package static func encode<Value: Encodable>(
    _ value: Value, limits: WireLimits = .standard
  ) throws(WireError) -> [UInt8] {
    var writer = WireWriter(limits: limits)
    try writer.encode(value)
    return writer.finish()
  }

  /// One value, behind what the writer holds; a writer that is used again saves the allocations of
  /// a new one.
  ///
  /// Nothing is appended when it throws.
  @inlinable
  package static func encode<Value: Encodable>(
    _ value: Value, into writer: inout WireWriter
  ) throws(WireError) {
    try writer.encode(value)
  }
}
