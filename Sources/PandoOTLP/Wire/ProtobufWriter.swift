/// Writes messages of protocol buffers, field by field.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case lengthDelimited = 2
    case fixed32 = 5
  }

  private mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func appendTag(_ field: UInt64, _ type: WireType) {
    append(varint: field << 3 | type.rawValue)
  }

  /// Appends a number, unless it is nought, which a field has that is absent.
  mutating func append(_ field: UInt64, varint value: UInt64) {
    if value != 0 { appendPresent(field, varint: value) }
  }

  /// Appends a number of a field that is present whatever it holds.
  mutating func appendPresent(_ field: UInt64, varint value: UInt64) {
    appendTag(field, .varint)
    append(varint: value)
  }

  mutating func append(_ field: UInt64, fixed64 value: UInt64) {
    appendTag(field, .fixed64)
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ field: UInt64, fixed32 value: UInt32) {
    appendTag(field, .fixed32)
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ field: UInt64, bytes value: some Collection<UInt8>) {
    appendTag(field, .lengthDelimited)
    append(varint: UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Appends a text, unless it is empty.
  mutating func append(_ field: UInt64, text: String) {
    if !text.isEmpty { append(field, bytes: text.utf8) }
  }

  mutating func append(_ field: UInt64, _ body: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    body(&inner)
    append(field, bytes: inner.bytes)
  }
}
