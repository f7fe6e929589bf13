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
  var clientProperties: [ClientProperty] {
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    return clientBindings.compactMap { $0.clientProperty(isConstant) }
  }

  /// The properties that cannot be a part of a client, and why.
  var clientObstacles: [(node: PatternSyntax, reason: ClientDiagnostic)] {
    clientBindings.compactMap { binding in
      binding.clientObstacle.map { (binding.pattern, $0) }
    }
  }

  private var clientBindings: [PatternBindingSyntax] {
    guard !modifiers.contains(where: { ["static", "lazy"].contains($0.name.text) }) else {
      return []
    }
    // A constant with a value has it before any initialiser.
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    return bindings.filter { $0.hasStorage && !(isConstant && $0.initializer != nil) }
  }
}

extension PatternBindingSyntax {
  /// True if the property has storage: no accessors but observers.
  var hasStorage: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  /// Nil for one without a type: an initial value stays what it is.
  fileprivate func clientProperty(_ isConstant: Bool) -> ClientProperty? {
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let type = typeAnnotation?.type.trimmed
    else { return nil }
    return ClientProperty(
      name: name, type: type, initialValue: initializer?.value, isConstant: isConstant,
      function: type.closure)
  }

  fileprivate var clientObstacle: ClientDiagnostic? {
    guard initializer == nil, let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    guard let type = typeAnnotation?.type else { return .noType(name: name) }
    guard let function = type.closure, !function.hasOwnEnd else { return nil }
    return .noDefault(name: name)
  }
}
