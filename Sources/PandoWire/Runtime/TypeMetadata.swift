/// The runtime's record of a type, as the Swift ABI lays it out.
struct TypeMetadata {
  enum Kind: UInt {
    case `class` = 0
    case `struct` = 0x200
    case `enum` = 0x201
    case optional = 0x202
    case tuple = 0x301
  }

  private let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  private func word(_ index: Int) -> UInt {
    address.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
  }

  private func pointer(_ index: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(bitPattern: word(index))
  }

  /// Nil for the kinds that cannot be encoded.
  var kind: Kind? { Kind(rawValue: word(0)) }

  // Before the descriptor a class has its superclass, flags, and the sizes of its instances and of
  // itself.
  #if canImport(ObjectiveC)
    private static let classDescriptorIndex = 8
  #else
    private static let classDescriptorIndex = 5
  #endif

  /// The descriptor of the type as it is declared; nil when it is none that is declared.
  var descriptor: TypeDescriptor? {
    switch kind {
    case .struct, .enum, .optional: pointer(1).flatMap { TypeDescriptor($0) }
    case .class: pointer(Self.classDescriptorIndex).flatMap { TypeDescriptor($0) }
    case .tuple, nil: nil
    }
  }

  var superclass: Any.Type? {
    guard kind == .class, let superclass = pointer(1) else { return nil }
    return unsafeBitCast(superclass, to: Any.Type.self)
  }

  private var genericArgumentsAddress: UnsafeRawPointer? {
    guard let offset = descriptor?.genericArgumentOffset else { return nil }
    return address + offset * MemoryLayout<UInt>.size
  }

  /// The arguments that the type was specialized for; nil when they cannot be told.
  var genericArguments: [GenericArgument]? {
    guard let descriptor, let kinds = descriptor.genericParameterKinds else { return nil }
    guard !kinds.isEmpty else { return [] }
    guard let start = genericArgumentsAddress else { return nil }
    return kinds.enumerated().map { index, kind in
      let place = start + index * MemoryLayout<UInt>.size
      switch kind {
      case .type: return .type(place.load(as: Any.Type.self))
      case .number: return .number(place.load(as: Int.self))
      }
    }
  }

  /// Where the stored properties of a struct lie in it, in bytes, in order; nil for another type.
  func fieldOffsets(count: Int) -> [Int]? {
    guard kind == .struct, let index = descriptor?.fieldOffsetIndex else { return nil }
    let start = index * MemoryLayout<UInt>.size
    return (0..<count).map { number in
      let offset = address.load(
        fromByteOffset: start + number * MemoryLayout<UInt32>.size, as: UInt32.self)
      return Int(offset)
    }
  }

  func type(of field: FieldRecord) -> Any.Type? {
    guard let descriptor, let (name, length) = field.mangledType else { return nil }
    return _getTypeByMangledNameInContext(
      name, UInt(length), genericContext: descriptor.address,
      genericArguments: genericArgumentsAddress)
  }

  /// The elements of a tuple; those without a label have an empty one.
  var tupleElements: [(label: String, type: Any.Type)] {
    let labels = pointer(2).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
    // Each label ends with a space.
    let names = labels.split(separator: " ", omittingEmptySubsequences: false)
    return (0..<Int(word(1))).map { index in
      let type = unsafeBitCast(word(3 + 2 * index), to: Any.Type.self)
      return (index < names.count ? String(names[index]) : "", type)
    }
  }
}

enum GenericArgument {
  case type(Any.Type)
  case number(Int)
}
