import Tracing

// The numbers of fields are those of `opentelemetry/proto/common/v1/common.proto`.
extension ProtobufWriter {
  /// Appends each attribute as a `KeyValue`.
  mutating func append(_ field: UInt64, _ attributes: SpanAttributes) {
    attributes.forEach { name, value in
      append(field, name) { $0.append(value) }
    }
  }

  /// Appends a `KeyValue` with a text.
  mutating func append(_ field: UInt64, name: String, text: String) {
    append(field, name) { $0.append(1, bytes: text.utf8) }
  }

  private mutating func append(
    _ field: UInt64, _ name: String, _ value: (inout ProtobufWriter) -> Void
  ) {
    append(field) {
      $0.append(1, text: name)
      $0.append(2, value)
    }
  }

  /// Appends the fields of an `AnyValue`.
  private mutating func append(_ value: SpanAttribute) {
    switch value {
    case .string(let text): append(1, bytes: text.utf8)
    case .bool(let flag): appendPresent(2, varint: flag ? 1 : 0)
    case .int32(let number): append(Int64(number))
    case .int64(let number): append(number)
    case .double(let number): append(4, fixed64: number.bitPattern)
    case .stringArray(let texts): appendList(texts) { $0.append(1, bytes: $1.utf8) }
    case .boolArray(let flags): appendList(flags) { $0.appendPresent(2, varint: $1 ? 1 : 0) }
    case .int32Array(let numbers): appendList(numbers) { $0.append(Int64($1)) }
    case .int64Array(let numbers): appendList(numbers) { $0.append($1) }
    case .doubleArray(let numbers): appendList(numbers) { $0.append(4, fixed64: $1.bitPattern) }
    case .stringConvertible(let value): append(1, bytes: "\(value)".utf8)
    case .stringConvertibleArray(let values):
      appendList(values) { $0.append(1, bytes: "\($1)".utf8) }
    default: append(1, bytes: "\(value)".utf8)
    }
  }

  private mutating func append(_ number: Int64) {
    appendPresent(3, varint: UInt64(bitPattern: number))
  }

  /// Appends an `ArrayValue`, of which `body` appends the fields of each `AnyValue`.
  private mutating func appendList<Element>(
    _ elements: [Element], _ body: (inout ProtobufWriter, Element) -> Void
  ) {
    append(5) { list in
      for element in elements { list.append(1) { body(&$0, element) } }
    }
  }
}
