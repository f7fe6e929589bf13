// The header fields of the W3C's recommendation "Trace Context".
extension SpanContext {
  static let parentField = "traceparent"
  static let stateField = "tracestate"
  /// The length beyond which a state is not passed on.
  private static let stateBytesAtMost = 512

  /// The value of `traceparent`, in version 00.
  var parentText: String {
    "00-\(hexadecimal(traceID.high))\(hexadecimal(traceID.low))-\(hexadecimal(spanID.rawValue))-"
      + (isSampled ? "01" : "00")
  }

  /// Reads `traceparent`; nil where it is none. Of a later version, what is known is read.
  init?(parent text: String, state: String? = nil) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
      let version = number(bytes[0..<2]), version != 0xFF,
      version == 0 ? bytes.count == 55 : bytes.count == 55 || bytes[55] == dash,
      let high = number(bytes[3..<19]), let low = number(bytes[19..<35]),
      let span = number(bytes[36..<52]), let flags = number(bytes[53..<55]),
      let traceID = TraceID(high: high, low: low), let spanID = SpanID(rawValue: span)
    else { return nil }
    let state = state ?? ""
    self.init(
      traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1,
      state: state.utf8.count <= Self.stateBytesAtMost ? state : "", isRemote: true)
  }
}

private let dash = UInt8(ascii: "-")

/// The number that lower-case hexadecimal digits name; nil for anything else.
private func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
  var number: UInt64 = 0
  for digit in digits {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 48)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 87)
    default: return nil
    }
  }
  return number
}

private func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
