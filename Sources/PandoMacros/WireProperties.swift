import SwiftSyntax

extension VariableDeclSyntax {
  /// The names of the stored instance properties that are part of a value's encoding.
  func wireProperties() throws(WireObstacle) -> [String] {
    guard !modifiers.contains(where: { $0.isOfType }) else { return [] }
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    var names: [String] = []
    var uncodable: WireObstacle?
    for binding in bindings where binding.isStored {
      // It has its value before any decoding.
      if isConstant, binding.initializer != nil { continue }
      names += binding.pattern.names
      if uncodable == nil, let type = binding.typeAnnotation?.type, let kind = type.uncodableKind,
        let name = binding.pattern.names.first
      {
        uncodable = WireObstacle(.uncodable(kind: kind, of: name), at: type)
      }
    }
    guard let name = names.first else { return [] }
    if let attribute = attributes.first { throw WireObstacle(.attribute(of: name), at: attribute) }
    if let modifier = modifiers.first(where: { $0.changesStorage }) {
      throw WireObstacle(.modifier(modifier.name.text, of: name), at: modifier)
    }
    if let uncodable { throw uncodable }
    return names
  }
}

extension DeclModifierSyntax {
  /// Whether what it stands on belongs to the type, not to a value.
  fileprivate var isOfType: Bool { ["static", "class"].contains(name.text) }

  fileprivate var changesStorage: Bool { ["lazy", "weak", "unowned"].contains(name.text) }
}

extension PatternBindingSyntax {
  /// Whether the property has storage: no accessors but observers.
  fileprivate var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension PatternSyntax {
  /// The names that the pattern binds, with their backticks.
  fileprivate var names: [String] {
    if let identifier = self.as(IdentifierPatternSyntax.self) {
      return [identifier.identifier.trimmed.text]
    }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}
