/// The compiler's record of a declared type, as the Swift ABI lays it out.
struct TypeDescriptor {
  enum Kind: UInt32 {
    case `class` = 16
    case `struct` = 17
    case `enum` = 18
  }

  enum ParameterKind: UInt8 {
    case type = 0
    case number = 2
  }

  let address: UnsafeRawPointer
  let kind: Kind

  init?(_ address: UnsafeRawPointer) {
    guard let kind = Kind(rawValue: address.load(as: UInt32.self) & 0x1F) else { return nil }
    self.address = address
    self.kind = kind
  }

  private func number<Number: BitwiseCopyable>(_ offset: Int, _: Number.Type) -> Number {
    address.loadUnaligned(fromByteOffset: offset, as: Number.self)
  }

  private var flags: UInt32 { number(0, UInt32.self) }
  /// True of a type with parameters of its own, or of the type or function that it is declared in.
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// The name without the module and the enclosing types.
  var name: String {
    relative(address + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  /// The name of the module that declares the type.
  var module: String? {
    var context = address
    // Modules are kind 0, and everything is in one, at no great depth.
    for _ in 0..<64 {
      guard let parent = indirectable(context + 4) else { break }
      context = parent
    }
    guard context.load(as: UInt32.self) & 0x1F == 0, let name = relative(context + 8) else {
      return nil
    }
    return String(cString: name.assumingMemoryBound(to: CChar.self))
  }

  /// The modules of the standard library and of Foundation, and that of types from C.
  private static let standardModules: Set<String> = [
    "Swift", "_Concurrency", "__C", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
  ]

  /// True if the type is of the standard library, of Foundation, or from C.
  var isStandard: Bool { module.map(Self.standardModules.contains) ?? false }

  /// The stored properties or cases; nil when the build left them out.
  var fields: FieldRecords? { relative(address + 16).map { FieldRecords($0) } }

  /// Where in the metadata of a struct the offsets of its stored properties are, in words; nil where there are none.
  var fieldOffsetIndex: Int? {
    guard kind == .struct else { return nil }
    let index = Int(number(24, UInt32.self))
    return index == 0 ? nil : index
  }

  // A class has six numbers more than a struct or an enum before what is generic about it.
  private var genericHeader: UnsafeRawPointer { address + (kind == .class ? 44 : 28) }

  /// The kinds of the parameters that an instance of the metadata stores; nil when there are
  /// parameter packs.
  var genericParameterKinds: [ParameterKind]? {
    guard isGeneric else { return [] }
    let counts = genericHeader + 8
    let count = Int(counts.loadUnaligned(as: UInt16.self))
    let flags = counts.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
    guard flags & 1 == 0 else { return nil }
    var kinds: [ParameterKind] = []
    for index in 0..<count {
      let parameter = (counts + 8 + index).load(as: UInt8.self)
      guard parameter & 0x80 != 0 else { continue }
      guard let kind = ParameterKind(rawValue: parameter & 0x3F) else { return nil }
      kinds.append(kind)
    }
    return kinds
  }

  /// Where in the metadata the generic arguments are, in words; nil when it takes the superclass to
  /// tell.
  var genericArgumentOffset: Int? {
    guard kind == .class else { return 2 }
    let hasResilientSuperclass = flags >> 16 & 1 << 13 != 0
    let growsDownward = flags >> 16 & 1 << 12 != 0
    guard !hasResilientSuperclass else { return nil }
    let immediateMembers = Int(number(32, UInt32.self))
    return growsDownward
      ? -Int(number(24, UInt32.self)) : Int(number(28, UInt32.self)) - immediateMembers
  }
}

/// Returns the address that a number at `place` points at, counted from its own place; nil for
/// zero.
func relative(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = Int(place.loadUnaligned(as: Int32.self))
  return distance == 0 ? nil : place + distance
}

/// As `relative`; an odd number points at a pointer.
private func indirectable(_ place: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = Int(place.loadUnaligned(as: Int32.self))
  guard distance != 0 else { return nil }
  let target = place + (distance & ~1)
  return distance & 1 == 0 ? target : target.loadUnaligned(as: UnsafeRawPointer?.self)
}
