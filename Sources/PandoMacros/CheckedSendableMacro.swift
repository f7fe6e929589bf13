import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CheckedSendable`: the conformance to `Sendable`, so that the compiler checks the type where it is
/// declared.
struct CheckedSendableMacro {}

extension CheckedSendableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): \(raw: Qualified.sendable) {}"
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension CheckedSendableMacro {
  /// Returns whether `@Reducer` adds the attribute to a nested type: to a `State` or an `Action` that
  /// is public, since the compiler makes all others `Sendable` that can be.
  ///
  /// What is generic may be `Sendable` for some arguments only, and is left alone.
  static func suits(
    _ member: some DeclGroupSyntax & WithAttributesSyntax & NamedDeclSyntax,
    in reducer: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> Bool {
    let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    let conformances = (member.inheritanceClause?.inheritedTypes ?? []).flatMap {
      $0.type.baseNames
    }
    return ["State", "Action"].contains(member.name.text)
      && accessPrefix(of: member, in: context) == "public "
      && !conformances.contains("Sendable") && !member.attributes.contains("CheckedSendable")
      && ([member, reducer] + enclosing).allSatisfy { !$0.isGeneric }
  }
}

extension DeclGroupSyntax {
  /// True if the declaration has parameters, or is an extension with constraints on those.
  fileprivate var isGeneric: Bool {
    if let declaration = self.as(ExtensionDeclSyntax.self) {
      return declaration.genericWhereClause != nil
    }
    return asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
  }
}
