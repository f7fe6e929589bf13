/// The compiler's list of the stored properties or cases of a type.
struct FieldRecords: Sequence {
  private let address: UnsafeRawPointer

  init(_ address: UnsafeRawPointer) {
    self.address = address
  }

  func makeIterator() -> some IteratorProtocol<FieldRecord> {
    // After the type, the superclass and the kind of the type: the size of a record, and the count.
    let size = Int((address + 10).loadUnaligned(as: UInt16.self))
    let count = Int((address + 12).loadUnaligned(as: UInt32.self))
    return (0..<count).lazy.map { [address] in FieldRecord(address: address + 16 + $0 * size) }
      .makeIterator()
  }
}

/// One stored property or case.
struct FieldRecord {
  let address: UnsafeRawPointer

  var name: String {
    relative(address + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  /// The name as it is written in the source: a property wrapper keeps its storage behind an underscore.
  var writtenName: String {
    let name = name
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }

  /// True if it is declared with `var`.
  var isVariable: Bool { address.load(as: UInt32.self) & 2 != 0 }

  /// True if there is a type: a case may have no payload.
  var hasType: Bool { relative(address + 4) != nil }

  /// The type's mangled name, which is no text: it may hold references, and zeros in them.
  var mangledType: (name: UnsafePointer<UInt8>, length: Int)? {
    guard let start = relative(address + 4) else { return nil }
    var length = 0
    while true {
      switch (start + length).load(as: UInt8.self) {
      case 0: return (start.assumingMemoryBound(to: UInt8.self), length)
      case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
      case 0x18...0x1F: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
  }
}
