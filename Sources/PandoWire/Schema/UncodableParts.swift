/// Finds the parts of a type that keep it from being encoded and decoded: stored properties and payloads
/// whose types are not `Codable`.
///
/// Looks only into types that are not `Codable` themselves: the others know what they do.
struct UncodableParts {
  private(set) var found: [(path: String, type: Any.Type)] = []
  private var met: Set<ObjectIdentifier> = []

  mutating func visit(_ type: Any.Type, at path: String) {
    if isCodable(type) { return }
    guard met.insert(ObjectIdentifier(type)).inserted else { return }
    let parts = parts(of: TypeMetadata(type)).filter { !isCodable($0.type) }
    // Without a part to blame it is the type itself that does not conform, or cannot.
    if parts.isEmpty { found.append((path, type)) }
    for (name, part) in parts {
      visit(part, at: path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)")
    }
  }

  private func isCodable(_ type: Any.Type) -> Bool { type is any (Encodable & Decodable).Type }

  private func parts(of metadata: TypeMetadata) -> [(name: String, type: Any.Type)] {
    guard let descriptor = metadata.descriptor else {
      guard metadata.kind == .tuple else { return [] }
      return metadata.tupleElements.map { ($0.label, $0.type) }
    }
    if descriptor.isStandard {
      return (metadata.genericArguments ?? []).compactMap { argument in
        if case .type(let type) = argument { ("", type) } else { nil }
      }
    }
    return (descriptor.fields.map(Array.init) ?? []).compactMap { field in
      guard field.hasType, let type = metadata.type(of: field) else { return nil }
      return (field.writtenName, type)
    }
  }
}

/// Returns the parts that keep a type from being `Codable`, with the properties and cases that lead to
/// each; the type itself where only its conformance is missing, and nothing where it has that.
package func uncodableParts(of type: Any.Type) -> [(path: String, type: Any.Type)] {
  var parts = UncodableParts()
  parts.visit(type, at: "")
  // A type may have nothing against it but itself, in its own parts.
  if parts.found.isEmpty, !(type is any (Encodable & Decodable).Type) { return [("", type)] }
  return parts.found
}
