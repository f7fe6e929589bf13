import SwiftSyntax
import SwiftSyntaxBuilder

extension TypeSyntax {
  /// The closure that a value of the type is, without attributes and parentheses.
  var closure: FunctionTypeSyntax? {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.closure }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.type.closure
    }
    return self.as(FunctionTypeSyntax.self)
  }
}

extension TypeSyntax {
  /// The type of a closure that is kept, as a parameter has it.
  var escaping: TypeSyntax {
    if has("escaping") { return trimmed }
    var type =
      trimmed.as(AttributedTypeSyntax.self)
      ?? AttributedTypeSyntax(specifiers: [], attributes: [], baseType: trimmed)
    let attribute: AttributeSyntax = "@escaping "
    type.attributes.insert(.attribute(attribute), at: type.attributes.startIndex)
    return TypeSyntax(type)
  }

  /// Returns whether an attribute of this name is written here.
  func has(_ attribute: String) -> Bool {
    if let attributed = self.as(AttributedTypeSyntax.self) {
      return attributed.attributes.contains(attribute) || attributed.baseType.has(attribute)
    }
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return false }
    return tuple.elements.first?.type.has(attribute) == true
  }

  /// The attributes of a closure's type that its method needs too, such as that of a global actor.
  var isolation: String {
    guard let attributed = self.as(AttributedTypeSyntax.self) else {
      let inner = self.as(TupleTypeSyntax.self)?.elements.first?.type
      return inner?.isolation ?? ""
    }
    let others = ["Sendable", "escaping", "convention", "autoclosure", "concurrent"]
    let kept = attributed.attributes.filter { element in
      guard case .attribute(let attribute) = element else { return false }
      return !others.contains(attribute.baseName ?? "")
    }
    return kept.map { "\($0.trimmedDescription) " }.joined() + attributed.baseType.isolation
  }
}

extension FunctionTypeSyntax {
  var isAsync: Bool { effectSpecifiers?.asyncSpecifier != nil }
  var isThrowing: Bool { effectSpecifiers?.throwsClause != nil }

  /// True if it can throw any error, and so that of an unimplemented closure.
  var canFail: Bool {
    guard let clause = effectSpecifiers?.throwsClause else { return false }
    guard let type = clause.type?.trimmedDescription else { return true }
    return ["any Error", "any Swift.Error"].contains(type)
  }

  var returnsVoid: Bool {
    let type = returnClause.type.trimmedDescription
    return ["Void", "Swift.Void", "()"].contains(type)
  }

  /// True if nil can stand for its result.
  var returnsOptional: Bool {
    let type = returnClause.type
    return type.is(OptionalTypeSyntax.self) || type.baseName == "Optional"
  }

  /// True if an unimplemented closure can end without a value that somebody must think of.
  var hasOwnEnd: Bool { canFail || returnsVoid || returnsOptional }

  /// The effects, with a space in front, where a closure has to spell them: the type of an error is not inferred
  /// from what its statements throw.
  var typedEffects: String {
    guard let effectSpecifiers, effectSpecifiers.throwsClause?.type != nil else { return "" }
    return " \(effectSpecifiers.trimmedDescription)"
  }

  /// The text that a call of it needs in front.
  var callPrefix: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }

  /// True if a method can have labels that a call of the closure cannot.
  var hasLabels: Bool { parameters.contains { $0.label != nil } }
}

extension TupleTypeElementSyntax {
  /// The name behind the underscore: `_ city: String`.
  var label: String? {
    guard let secondName, secondName.text != "_" else { return nil }
    return secondName.text
  }

  var isInout: Bool {
    guard let attributed = type.as(AttributedTypeSyntax.self) else { return false }
    return attributed.specifiers.contains { $0.trimmedDescription == "inout" }
  }

  /// The type of a method's parameter: a closure escapes there only if it says so.
  var parameterType: TypeSyntax {
    type.closure == nil || isInout ? type.trimmed : type.escaping
  }

  /// Returns how a parameter of this type that has a name is passed on.
  func argument(_ name: String) -> String {
    if isInout { return "&\(name)" }
    guard type.has("autoclosure"), let closure = type.closure else { return name }
    return "\(closure.callPrefix)\(name)()"
  }
}
