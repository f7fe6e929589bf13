/// The cases of an enum as they lie in memory, reached by the functions that the Swift ABI gives to every
/// enum's metadata.
struct EnumCases {
  private typealias TagFunction = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias ProjectFunction =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  private typealias InjectFunction =
    @convention(c) (
      UnsafeMutableRawPointer, UInt32, UnsafeRawPointer
    ) -> Void

  /// The name and the payload's type of each case, by its tag. The type is nil where there is no payload, or
  /// where it lies in a box.
  let cases: [(name: String, payload: Any.Type?)]
  private let metadata: UnsafeRawPointer
  private let tagFunction: TagFunction
  private let projectFunction: ProjectFunction
  private let injectFunction: InjectFunction

  /// Nil for what is no enum, or has no list of its cases.
  init?(_ type: Any.Type) {
    let record = TypeMetadata(type)
    // The list has the cases in the order of their tags: first those with payloads.
    guard record.kind == .enum, let fields = record.descriptor?.fields else { return nil }
    cases = fields.map { field in
      (field.name, field.hasType && !field.isIndirect ? record.type(of: field) : nil)
    }
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    // The table lies before the metadata. It has eight functions, two words, and two numbers of 32 bits
    // for every type; then three functions for an enum.
    let table = metadata.load(
      fromByteOffset: -MemoryLayout<UnsafeRawPointer>.size, as: UnsafeRawPointer.self)
    let first = 10 * MemoryLayout<UInt>.size + 2 * MemoryLayout<UInt32>.size
    let word = MemoryLayout<UInt>.size
    tagFunction = table.load(fromByteOffset: first, as: TagFunction.self)
    projectFunction = table.load(fromByteOffset: first + word, as: ProjectFunction.self)
    injectFunction = table.load(fromByteOffset: first + 2 * word, as: InjectFunction.self)
  }

  /// The tag of a value.
  func tag(of value: UnsafeRawPointer) -> Int { Int(tagFunction(value, metadata)) }

  /// Lends the payload of a value that is in a case with a payload, for changing it where it is; nobody else
  /// reads the value meanwhile. A payload lies at the address of its enum, once the tag is taken out of bits
  /// that it does not use; the tag is put back afterwards.
  func withPayload<Result, Failure: Error>(
    of value: UnsafeMutableRawPointer, tag: Int,
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    projectFunction(value, metadata)
    defer { injectFunction(value, UInt32(tag), metadata) }
    return try body(value)
  }
}

extension FieldRecord {
  /// True if the payload lies in a box.
  var isIndirect: Bool { address.load(as: UInt32.self) & 1 != 0 }
}
