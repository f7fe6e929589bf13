/// The memory that values of an enum take outside of the enum, where a case keeps its payload in a box.
struct BoxedCases {
  /// The memory that a box, or any other object, takes beside its contents.
  static var headerBytes: Int { 32 }

  private let cases: EnumCases
  /// By tag; 0 for a case without a box.
  private let bytes: [Int]

  /// Nil for what has no such case.
  init?(_ type: Any.Type) {
    let record = TypeMetadata(type)
    guard record.kind == .enum, let fields = record.descriptor?.fields,
      fields.contains(where: { $0.hasType && $0.isIndirect }), let cases = EnumCases(type)
    else { return nil }
    self.cases = cases
    bytes = fields.map { field in
      guard field.hasType, field.isIndirect else { return 0 }
      return Self.headerBytes + (record.type(of: field).map(Self.stride) ?? 0)
    }
  }

  private static func stride(of type: Any.Type) -> Int {
    func stride<Payload>(_ type: Payload.Type) -> Int { MemoryLayout<Payload>.stride }
    return _openExistential(type, do: stride)
  }

  /// Returns the memory of the box of a value; 0 where it has none.
  func boxBytes<Value>(of value: Value) -> Int {
    bytes[withUnsafePointer(to: value) { cases.tag(of: UnsafeRawPointer($0)) }]
  }
}
