import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: the conformance, case paths for the nested `Action` and an enum `State`, the coding of
/// both where they are `Codable`, and the result builder of `body`; for an enum, all of a `CaseReducer`.
struct ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // A struct never conforms to the enums' protocol, and an enum to both.
    let names: [String] =
      if let declaration = declaration.as(StructDeclSyntax.self) {
        [Qualified.reducer] + FeatureParts(declaration).missing
          + (declaration.unnamedBody == nil ? [] : [Qualified.bodilessReducer])
      } else if declaration.is(EnumDeclSyntax.self) {
        [Qualified.caseReducer, Qualified.reducer]
      } else {
        // A class was reported, and once is enough.
        declaration.is(ProtocolDeclSyntax.self) ? [] : [Qualified.reducer]
      }
    // Those that the type does not declare itself.
    let missing = names.filter { name in
      protocols.contains { name == "\(Qualified.module).\($0.baseName ?? "")" }
    }
    guard !missing.isEmpty, canExtend(declaration, attribute: "Reducer", in: context) else {
      return []
    }
    // An enum's members are not isolated, so neither is what they fulfil.
    let isolation = declaration.is(EnumDeclSyntax.self) ? "nonisolated " : ""
    let list = missing.joined(separator: ", ")
    let conformance: DeclSyntax = "\(raw: isolation)extension \(type.trimmed): \(raw: list) {}"
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
    if let property = member.as(VariableDeclSyntax.self) {
      guard property.needsReducerBuilder(in: declaration) else { return [] }
      // In a class, which was reported, 'Self' would be reported too.
      let name = declaration.as(ClassDeclSyntax.self)?.name.text ?? "Self"
      return ["@\(raw: Qualified.reducerBuilder)<\(raw: name).State, \(raw: name).Action>"]
    }
    guard canBeExtended(declaration, context) else { return [] }
    if let member = member.as(EnumDeclSyntax.self) {
      return casePathAttributes(of: member) + typeAttributes(of: member, declaration, context)
    }
    if let member = member.as(StructDeclSyntax.self) {
      return typeAttributes(of: member, declaration, context)
        + presentationAttributes(of: member, declaration, context)
    }
    return []
  }

  /// Returns whether an extension can name the reducer: one that is private to a type was reported, once.
  private static func canBeExtended(
    _ reducer: some DeclGroupSyntax, _ context: some MacroExpansionContext
  ) -> Bool {
    isExtensible(reducer, in: declarations(around: reducer, context))
  }

  private static func typeAttributes(
    of member: some DeclGroupSyntax & WithAttributesSyntax & NamedDeclSyntax,
    _ reducer: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    if WireCodedMacro.suits(member, in: reducer, context) {
      attributes.append("@\(raw: Qualified.wireCoded)")
    } else if WireCodedMacro.wasReported(member, in: reducer, context) {
      attributes.append("@\(raw: Qualified.uncodable)")
    }
    if CheckedSendableMacro.suits(member, in: reducer, context) {
      attributes.append("@\(raw: Qualified.checkedSendable)")
    }
    return attributes
  }

  private static func presentationAttributes(
    of member: StructDeclSyntax, _ reducer: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    PresentedFieldsMacro.suits(member, in: reducer, context)
      ? ["@\(raw: Qualified.presentedFields)"] : []
  }

  private static func casePathAttributes(of member: EnumDeclSyntax) -> [AttributeSyntax] {
    let isState = member.name.text == "State"
    guard isState || member.name.text == "Action" else { return [] }
    let conforms = (member.inheritanceClause?.inheritedTypes ?? [])
      .contains { ["CasePathable", "CasePathIterable"].contains($0.type.baseName) }
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
  /// Adds the members of an enum, and the names of types that a struct has without declaring them. This
  /// role is expanded once for each use, so it is where mistakes are reported.
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return members(of: declaration, node, context)
    }
    diagnose(node, on: declaration, in: context)
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    let access = accessPrefix(of: declaration, in: context)
    let aliases: [DeclSyntax] = FeatureParts(declaration).aliases.map { name, type in
      "\(raw: access)typealias \(raw: name) = \(type)"
    }
    // A body that was reported is none, so that the rest compiles.
    return declaration.unnamedBody == nil
      ? aliases : aliases + ["\(raw: access)typealias Body = \(raw: Qualified.never)"]
  }
}
