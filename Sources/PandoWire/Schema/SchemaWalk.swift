/// Walks the structure of a type, and hashes what it meets.
///
/// A type that is met again, inside itself or elsewhere, counts as the number of its first meeting:
/// so recursion ends, and a type used in many places is walked once.
struct SchemaWalk {
  private(set) var hash = StableHash()
  private var met: [ObjectIdentifier: UInt64] = [:]

  private enum Mark: UInt64 {
    case again = 1
    case `struct`, `enum`, `class`, tuple, number, other, unknown, standard, end, direct
    case order, written, left
  }

  /// Begins a walk with the version of the bytes of values, which counts for every type.
  init(formatVersion: UInt64) {
    hash.mix(formatVersion)
  }

  mutating func visit(_ type: Any.Type) {
    if let number = met[ObjectIdentifier(type)] {
      mix(.again)
      hash.mix(number)
      return
    }
    met[ObjectIdentifier(type)] = UInt64(met.count)
    let metadata = TypeMetadata(type)
    if let descriptor = metadata.descriptor {
      visit(type, metadata, descriptor)
    } else if metadata.kind == .tuple {
      mix(.tuple)
      for element in metadata.tupleElements {
        hash.mix(element.label)
        visit(element.type)
      }
      mix(.end)
    } else {
      // A function, an existential or a metatype: nothing that could be encoded.
      mix(.other)
      hash.mix(_typeName(type, qualified: false))
    }
  }

  private mutating func visit(
    _ type: Any.Type, _ metadata: TypeMetadata, _ descriptor: TypeDescriptor
  ) {
    let isStandard = descriptor.isStandard
    // The bytes of such a type are others than those of the same fields with `Codable` alone.
    if !isStandard, type is any WireCodable.Type { mix(.direct) }
    switch descriptor.kind {
    case .struct: mix(.struct)
    case .enum: mix(.enum)
    case .class: mix(.class)
    }
    hash.mix(descriptor.name)
    guard let arguments = metadata.genericArguments else {
      mix(.unknown)
      hash.mix(_typeName(type, qualified: true))
      return
    }
    arguments.forEach { visit($0) }
    if isStandard {
      mix(.standard)
      return
    }
    if let superclass = metadata.superclass { visit(superclass) }
    guard let fields = descriptor.fields else {
      mix(.unknown)
      hash.mix(_typeName(type, qualified: true))
      return
    }
    for field in fields { visit(field, metadata) }
    if let coded = type as? any WireCodable.Type {
      visitOrder(of: coded.wireFields, metadata, Array(fields))
    }
    mix(.end)
  }

  /// Hashes what the bytes of a type follow and its records do not tell: how cases with and without payloads are mixed, as
  /// those with payloads have the first records, and which constants are written, as one with an initial value is not.
  private mutating func visitOrder(
    of coded: WireFields, _ metadata: TypeMetadata, _ fields: [FieldRecord]
  ) {
    if let names = coded.caseNames, names != fields.map(\.name) {
      mix(.order)
      names.forEach { hash.mix($0) }
    }
    guard !coded.offsets.isEmpty, fields.contains(where: { !$0.isVariable }),
      let offsets = metadata.fieldOffsets(count: fields.count)
    else { return }
    for (field, offset) in zip(fields, offsets) where !field.isVariable {
      mix(coded.offsets.contains(offset) ? .written : .left)
    }
  }

  private mutating func visit(_ argument: GenericArgument) {
    switch argument {
    case let .type(type): visit(type)
    case let .number(number):
      mix(.number)
      hash.mix(UInt64(bitPattern: Int64(number)))
    }
  }

  private mutating func visit(_ field: FieldRecord, _ metadata: TypeMetadata) {
    hash.mix(field.name)
    guard field.hasType else {
      mix(.end)
      return
    }
    if let type = metadata.type(of: field) {
      visit(type)
    } else {
      mix(.unknown)
    }
  }

  private mutating func mix(_ mark: Mark) {
    hash.mix(mark.rawValue)
  }
}
