import SwiftDiagnostics
import SwiftSyntax

extension AttributeSyntax {
  /// The attribute's name without its module.
  var baseName: String? {
    attributeName.baseName
  }

  /// A fix-it that takes this attribute away, with the space before what it stands on.
  func removal(from declaration: some WithAttributesSyntax) -> FixIt {
    // By name: the compiler hands over the attribute and the declaration as separate trees.
    let name = baseName ?? attributeName.trimmedDescription
    let kept = declaration.attributes.filter { $0.as(AttributeSyntax.self)?.baseName != name }
    var result = declaration.with(\.attributes, kept)
    result.leadingTrivia = declaration.leadingTrivia
    return FixIt(
      message: PandoFixIt.removeAttribute(name: name),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(result))]
    )
  }
}

extension AttributeListSyntax {
  /// Returns whether an attribute of this name is written here, with or without its module.
  func contains(_ name: String) -> Bool {
    contains { element in
      switch element {
      case .attribute(let attribute): attribute.baseName == name
      case .ifConfigDecl: false
      }
    }
  }
}

extension TypeSyntax {
  /// The last name of `Name`, `Module.Name` or either with generic arguments.
  var baseName: String? {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    return self.as(MemberTypeSyntax.self)?.name.text
  }
}
