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
    let parts = TypeMetadata(type).parts.filter { !isCodable($0.type) }
    // Without a part to blame it is the type itself that does not conform, or cannot.
    if parts.isEmpty { found.append((path, type)) }
    for part in parts { visit(part.type, at: part.path(in: path)) }
  }

  private func isCodable(_ type: Any.Type) -> Bool { type is any (Encodable & Decodable).Type }
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
