/// The types of what the cases of an enum hold; empty for anything else.
package func casePayloadTypes(of type: Any.Type) -> [Any.Type] {
  let metadata = TypeMetadata(type)
  guard metadata.kind == .enum, let fields = metadata.descriptor?.fields else { return [] }
  return fields.filter(\.hasType).compactMap { metadata.type(of: $0) }
}
