import SwiftSyntax

extension VariableDeclSyntax {
  /// The stored instance properties that are part of a value's encoding.
  ///
  /// - Parameter isObservable: Whether the type is `@ObservableState`, whose properties are read where
  ///   they are stored: to encode a state is not to observe it.
  func wireProperties(isObservable: Bool) throws(WireObstacle) -> [WireProperty] {
    guard !modifiers.contains(where: { $0.isOfType }) else { return [] }
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    var names: [String] = []
    var uncodable: WireObstacle?
    for binding in bindings where binding.hasStorage {
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
    let isIgnored = attributes.contains("ObservationStateIgnored")
    let isPresented = attributes.contains("Presents")
    if let attribute = attributes.first(where: { !$0.isKnownToWire }) {
      throw WireObstacle(.attribute(of: name), at: attribute)
    }
    if let modifier = modifiers.first(where: { $0.changesStorage }) {
      throw WireObstacle(.modifier(modifier.name.text, of: name), at: modifier)
    }
    if let uncodable { throw uncodable }
    let isObserved = isObservable && !isConstant && !isIgnored && stateObstacle == nil
    return names.map { name in
      // A `PresentationState`, in which the property lies.
      let storage = "_\(name.withoutBackticks)"
      if isPresented { return WireProperty(name: storage, storage: storage) }
      return WireProperty(name: name, storage: isObserved ? storage : name)
    }
  }
}

extension AttributeListSyntax.Element {
  /// True if the attribute says nothing of how the property is written, or the macro knows what it says.
  fileprivate var isKnownToWire: Bool {
    guard case .attribute(let attribute) = self, let name = attribute.baseName else { return false }
    return ["ObservationStateIgnored", "Presents"].contains(name)
  }
}

/// A stored property that is written.
struct WireProperty {
  let name: String
  /// The name that it is read by.
  let storage: String
}

extension String {
  /// An identifier as part of another.
  var withoutBackticks: String { filter { $0 != "`" } }
}

extension DeclModifierSyntax {
  /// True if what it stands on belongs to the type, not to a value.
  fileprivate var isOfType: Bool { ["static", "class"].contains(name.text) }

  fileprivate var changesStorage: Bool { ["lazy", "weak", "unowned"].contains(name.text) }
}

extension PatternSyntax {
  /// The names that the pattern binds, with their backticks.
  var names: [String] {
    if let identifier = self.as(IdentifierPatternSyntax.self) {
      return [identifier.identifier.trimmed.text]
    }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}
