/// Finds the parts of a type that `Codable` alone describes: those that are encoded and decoded by way of containers,
/// at several times the cost of a derived coding, and whole whatever has changed in them.
struct PartsOfCodableAlone {
  private(set) var found: [(path: String, type: Any.Type)] = []
  private var met: Set<ObjectIdentifier> = []

  /// The modules whose types nobody can give another coding.
  private static let ours: Set<String> = [
    "Pando", "PandoBase", "PandoDependencies", "PandoDialogs", "PandoIdentifiedCollections",
    "PandoSharing",
    "PandoWire",
  ]

  mutating func visit(_ type: Any.Type, at path: String) {
    guard met.insert(ObjectIdentifier(type)).inserted else { return }
    let metadata = TypeMetadata(type)
    if metadata.kind == .tuple {
      for part in metadata.parts { visit(part.type, at: path) }
      return
    }
    guard type is any (Encodable & Decodable).Type, let descriptor = metadata.descriptor else {
      return
    }
    if descriptor.isStandard || descriptor.module.map(Self.ours.contains) == true {
      for argument in metadata.argumentTypes { visit(argument, at: path) }
      return
    }
    let parts = metadata.parts
    guard type is any WireCodable.Type else {
      // A choice without values costs next to nothing.
      if !parts.isEmpty || descriptor.kind == .class { found.append((path, type)) }
      return
    }
    for part in parts { visit(part.type, at: part.path(in: path)) }
  }
}

/// Returns the outermost parts of a type that are described by `Codable` alone, with the properties and cases that
/// lead to each, the type itself among them. Types of the standard library, of Foundation and of Pando do not count.
package func partsOfCodableAlone(of type: Any.Type) -> [(path: String, type: Any.Type)] {
  var parts = PartsOfCodableAlone()
  parts.visit(type, at: "")
  return parts.found
}
