import PandoWire

/// The context of a trace on its way between a client and a worker: names and values, as a tracer writes them
/// into the headers of a request (`traceparent` and `tracestate`, where it follows the W3C's recommendation).
package struct TraceCarrier: Equatable, Sendable {
  /// The number of names that a carrier may have.
  package static let fieldsAtMost = 16
  /// The number of bytes that its names and values may have together.
  package static let bytesAtMost = 4_096

  package let fields: [String: String]

  /// Returns nil where there is nothing to carry, or more than may cross.
  package init?(_ fields: [String: String]) {
    let byteCount = fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard !fields.isEmpty, fields.count <= Self.fieldsAtMost, byteCount <= Self.bytesAtMost else {
      return nil
    }
    self.fields = fields
  }
}

extension TraceCarrier {
  func encode(into writer: inout WireWriter) {
    writer.appendVarint(fields.count)
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      writer.appendString(name)
      writer.appendString(value)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    // Two lengths.
    let count = try reader.readCount(minimumBytes: 2)
    guard count <= Self.fieldsAtMost else { throw reader.invalid("context of a trace") }
    var fields: [String: String] = [:]
    for _ in 0..<count { fields[try reader.readString()] = try reader.readString() }
    guard fields.count == count, let carrier = TraceCarrier(fields) else {
      throw reader.invalid("context of a trace")
    }
    self = carrier
  }
}
