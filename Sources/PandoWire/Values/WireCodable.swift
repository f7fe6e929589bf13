/// A type that encodes and decodes itself as one value, without the containers of `Codable`.
///
/// The codec uses it wherever such a type appears. Both directions must agree; the usual shape is a
/// list of the properties, in order:
///
/// ```swift
/// extension Row: WireCodable {
///   func encode(into writer: inout WireWriter) throws(WireError) {
///     try writer.beginList()
///     try writer.encode(id)
///     try writer.encode(tags)
///     writer.endList()
///   }
///   init(reading reader: inout WireReader) throws(WireError) {
///     try reader.beginList()
///     id = try reader.decode()
///     tags = try reader.decode()
///     try reader.endList()
///   }
/// }
/// ```
public protocol WireCodable: Codable {
  /// Writes exactly one value: a scalar, a list, or what one call of `encode` writes.
  func encode(into writer: inout WireWriter) throws(WireError)

  /// Reads exactly one value, the one that ``encode(into:)`` wrote.
  init(reading reader: inout WireReader) throws(WireError)

  /// Lists the stored properties, if the value is encoded as a list of them: then what changed in a large
  /// value is found without encoding the rest. Lists nothing unless it is implemented.
  static func list(wireFields fields: inout WireFields)
}
