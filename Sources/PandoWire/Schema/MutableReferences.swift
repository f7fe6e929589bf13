/// Finds the classes in the structure of a type whose instances would be shared where values are meant:
/// those that can be encoded, and that can change.
///
/// A class that is not `Encodable` is inside a type that encodes itself, which knows what it does. Types
/// of the standard library and of Foundation are values, whatever they are made of; their elements are
/// looked at.
struct MutableReferences {
  private(set) var found: [(path: String, type: Any.Type)] = []
  private var met: Set<ObjectIdentifier> = []

  mutating func visit(_ type: Any.Type, at path: String) {
    guard met.insert(ObjectIdentifier(type)).inserted else { return }
    let metadata = TypeMetadata(type)
    if let descriptor = metadata.descriptor, descriptor.kind == .class, !descriptor.isStandard {
      if type is any Encodable.Type, isMutable(metadata) { found.append((path, type)) }
      return
    }
    for (index, part) in metadata.parts.enumerated() {
      let isUnnamed = metadata.kind == .tuple && part.name.isEmpty
      let named = isUnnamed ? TypeMetadata.Part(name: "\(index)", type: part.type) : part
      visit(named.type, at: named.path(in: path))
    }
  }

  /// Returns whether an instance can change after it was made.
  private func isMutable(_ metadata: TypeMetadata) -> Bool {
    guard let fields = metadata.descriptor?.fields else { return true }
    for field in fields {
      // What a lock guards changes, though the lock is a constant. The runtime gives the type of what
      // cannot be copied, as a lock is, as that of no value.
      guard !field.isVariable, let type = metadata.type(of: field), type != Void.self,
        !_typeName(type, qualified: true).hasPrefix("Synchronization.")
      else { return true }
    }
    guard let superclass = metadata.superclass else { return false }
    let inherited = TypeMetadata(superclass)
    // The class that all others have for a superclass has no descriptor of Swift's own.
    guard let descriptor = inherited.descriptor, !descriptor.isStandard else { return false }
    return isMutable(inherited)
  }
}

/// Returns the classes in the structure of a type whose instances can be changed by whoever holds one,
/// with the properties that lead to each.
package func mutableReferences(in type: Any.Type) -> [(path: String, type: Any.Type)] {
  var references = MutableReferences()
  references.visit(type, at: "")
  return references.found
}
