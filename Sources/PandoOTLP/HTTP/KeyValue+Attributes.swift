#if OTLP
  import SwiftProtobuf
  import Tracing

  extension [Opentelemetry_Proto_Common_V1_KeyValue] {
    /// Attributes by the schema, sorted by name.
    init(_ attributes: SpanAttributes) {
      self = []
      attributes.forEach { name, value in
        append(
          .with {
            $0.key = name
            $0.value = .init(value)
          })
      }
      sort { $0.key < $1.key }
    }
  }

  extension Opentelemetry_Proto_Common_V1_AnyValue {
    fileprivate init(_ attribute: SpanAttribute) {
      self.init()
      value =
        switch attribute {
        case .string(let text): .stringValue(text)
        case .bool(let flag): .boolValue(flag)
        case .int32(let number): .intValue(Int64(number))
        case .int64(let number): .intValue(number)
        case .double(let number): .doubleValue(number)
        case .stringArray(let texts): .list(texts) { .stringValue($0) }
        case .boolArray(let flags): .list(flags) { .boolValue($0) }
        case .int32Array(let numbers): .list(numbers) { .intValue(Int64($0)) }
        case .int64Array(let numbers): .list(numbers) { .intValue($0) }
        case .doubleArray(let numbers): .list(numbers) { .doubleValue($0) }
        case .stringConvertible(let value): .stringValue("\(value)")
        case .stringConvertibleArray(let values): .list(values) { .stringValue("\($0)") }
        // More cases may come, which their library can describe.
        default: .stringValue("\(attribute)")
        }
    }
  }

  extension Opentelemetry_Proto_Common_V1_AnyValue.OneOf_Value {
    fileprivate static func list<Element>(_ elements: [Element], _ value: (Element) -> Self) -> Self
    {
      .arrayValue(
        .with {
          $0.values = elements.map { element in .with { $0.value = value(element) } }
        })
    }
  }
#endif
