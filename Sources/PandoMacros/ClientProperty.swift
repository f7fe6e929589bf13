import SwiftSyntax

/// A stored property of a client.
struct ClientProperty {
  let name: String
  let type: TypeSyntax
  /// The value that the declaration assigns.
  let initialValue: ExprSyntax?
  /// True for a `let`, which is not nil by itself: an initialiser assigns it.
  let isConstant: Bool
  /// The closure's type, where it is one.
  let function: FunctionTypeSyntax?
}

extension ClientProperty {
  /// The default argument; nil where there is none: a closure's would hide that it is missing.
  var defaultArgument: String? {
    guard function == nil else { return nil }
    return initialValue?.trimmedDescription ?? (type.is(OptionalTypeSyntax.self) ? "nil" : nil)
  }
}

extension VariableDeclSyntax {
  /// The stored properties that this declares, which an initialiser has to set.
  func clientProperties() throws(ClientObstacle) -> [ClientProperty] {
    guard !modifiers.contains(where: { ["static", "lazy"].contains($0.name.text) }) else {
      return []
    }
    var properties: [ClientProperty] = []
    for binding in bindings where binding.hasStorage {
      // It has its value before any initialiser.
      if bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil { continue }
      let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
      if let property = try binding.clientProperty(isConstant) { properties.append(property) }
    }
    return properties
  }
}

extension PatternBindingSyntax {
  /// True if the property has storage: no accessors but observers.
  var hasStorage: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  fileprivate func clientProperty(_ isConstant: Bool) throws(ClientObstacle) -> ClientProperty? {
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
    guard let type = typeAnnotation?.type.trimmed else {
      // The initial value stays what it is.
      if initializer != nil { return nil }
      throw ClientObstacle(reason: .noType(name: name), node: Syntax(pattern))
    }
    let function = type.closure
    if let function, !function.canFail, !function.returnsVoid, !function.returnsOptional,
      initializer == nil
    {
      throw ClientObstacle(reason: .noDefault(name: name), node: Syntax(pattern))
    }
    return ClientProperty(
      name: name, type: type, initialValue: initializer?.value, isConstant: isConstant,
      function: function)
  }
}
