/// A type that says when equal bits of two of its values imply that the values are equal, as long as both
/// are held: what a value refers to is then never changed in place, since the second reference has whoever
/// changes it make a copy.
///
/// Of a class that is changed through any reference that is not true, nor of what may hold one.
package protocol BitwiseType {
  static func isBitwise(_ visit: inout TypeVisit) -> Bool
}

/// The types on the way from a type to what it holds, so that one that holds itself is asked once.
package struct TypeVisit {
  private var types: Set<ObjectIdentifier> = []

  package init() {}

  /// Returns whether equal bits of two values of the type imply that they are equal; false where nothing
  /// is known of the type. A type on the way adds nothing to what the others say.
  package mutating func isBitwise(_ type: Any.Type) -> Bool {
    guard types.insert(ObjectIdentifier(type)).inserted else { return true }
    defer { types.remove(ObjectIdentifier(type)) }
    if let type = type as? any BitwiseType.Type { return type.isBitwise(&self) }
    // Nothing but bits.
    func isTrivial<Value>(_ type: Value.Type) -> Bool { _isPOD(type) }
    if _openExistential(type, do: isTrivial) { return true }
    // Where the encoded properties are listed, no others count.
    if let properties = (type as? any WireCodable.Type)?.wireFields.properties {
      return properties.allSatisfy { isBitwise($0.type) }
    }
    return areFieldsBitwise(type)
  }

  /// Asks for the fields, or the payloads, of a type that says nothing of itself.
  private mutating func areFieldsBitwise(_ type: Any.Type) -> Bool {
    let metadata = TypeMetadata(type)
    if metadata.kind == .tuple { return metadata.tupleElements.allSatisfy { isBitwise($0.type) } }
    guard metadata.kind == .struct || metadata.kind == .enum,
      // What is behind theirs is not known, and may be a class.
      let descriptor = metadata.descriptor, !descriptor.isStandard, let fields = descriptor.fields
    else { return false }
    for field in fields where field.hasType {
      guard let type = metadata.type(of: field), isBitwise(type) else { return false }
    }
    return true
  }
}

extension String: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool { true }
}

extension Optional: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool {
    visit.isBitwise(Wrapped.self)
  }
}

extension Array: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool {
    visit.isBitwise(Element.self)
  }
}

extension Set: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool {
    visit.isBitwise(Element.self)
  }
}

extension Dictionary: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool {
    visit.isBitwise(Key.self) && visit.isBitwise(Value.self)
  }
}
