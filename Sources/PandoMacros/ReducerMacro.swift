import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: the conformance, case paths for the nested `Action` and an enum `State`, and the
/// result builder of `body`.
struct ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard
      declaration.is(StructDeclSyntax.self), !protocols.isEmpty,
      canExtend(declaration, attribute: "Reducer", in: context)
    else { return [] }
    let conformance: DeclSyntax = "extension \(type.trimmed): \(raw: Qualified.reducer) {}"
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self) else { return [] }
    if let member = member.as(EnumDeclSyntax.self) {
      return casePathAttributes(of: member)
    }
    if let property = member.as(VariableDeclSyntax.self), property.needsReducerBuilder {
      return ["@\(raw: Qualified.reducerBuilder)<Self.State, Self.Action>"]
    }
    return []
  }

  private static func casePathAttributes(of member: EnumDeclSyntax) -> [AttributeSyntax] {
    let isState = member.name.text == "State"
    guard isState || member.name.text == "Action" else { return [] }
    let conforms = (member.inheritanceClause?.inheritedTypes ?? [])
      .contains { $0.type.baseName == "CasePathable" }
    var attributes: [AttributeSyntax] = []
    if !conforms, !member.attributes.contains("CasePathable") {
      attributes.append("@\(raw: Qualified.casePathable)")
    }
    if isState, !member.attributes.contains("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    return attributes
  }
}

extension ReducerMacro: MemberMacro {
  /// Adds nothing: this role is expanded once for each use, so it is where mistakes are reported.
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    diagnose(node, on: declaration, in: context)
    return []
  }
}
