import SwiftSyntax

extension TypeSyntax {
  /// Why no type of this shape is `Codable`, in words that follow "which is"; nil when it may be.
  var uncodableKind: String? {
    if self.is(FunctionTypeSyntax.self) { return "a closure" }
    if let type = self.as(SomeOrAnyTypeSyntax.self) {
      return type.someOrAnySpecifier.tokenKind == .keyword(.any) ? "of an 'any' type" : nil
    }
    if self.is(MetatypeTypeSyntax.self) { return "a type itself" }
    if let value = valueOfResult {
      return "a 'Result' of any error (write 'TaskResult<\(value)>')"
    }
    if let type = self.as(IdentifierTypeSyntax.self) {
      return ["Any", "AnyObject"].contains(type.name.text) ? "of an 'any' type" : nil
    }
    if let type = self.as(TupleTypeSyntax.self) {
      return type.elements.count == 1 ? type.elements.first?.type.uncodableKind : "a tuple"
    }
    return wrapped?.uncodableKind
  }

  /// `Value` in `Result<Value, any Error>`, in any of its spellings; nil of another type.
  private var valueOfResult: TypeSyntax? {
    let arguments = genericArguments
    guard baseName == "Result", arguments.count == 2,
      arguments[1].uncodableKind != nil
        || ["Error", "Swift.Error"].contains(arguments[1].trimmedDescription)
    else { return nil }
    return arguments[0]
  }

  /// The type inside attributes, an optional, an array, or the values of a dictionary.
  private var wrapped: TypeSyntax? {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType }
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType }
    if let type = self.as(ArrayTypeSyntax.self) { return type.element }
    return self.as(DictionaryTypeSyntax.self)?.value
  }
}
