import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@PresentedFields`: the conformance to `_PresentingState`, which tells where `$child` is kept.
struct PresentedFieldsMacro {}

extension PresentedFieldsMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty, canExtend(declaration, attribute: "PresentedFields", in: context)
    else { return [] }
    let access = accessPrefix(of: declaration, in: context)
    let lines = MemberConfigurations.lines(of: declaration.memberBlock.members) {
      $0.presented != nil
    } _: { members in
      [
        "\(access)static var _$presented: [\(Qualified.presentedStorage)<Self>] {",
        "  [",
      ]
        + members.compactMap(\.presented).map {
          "    \(Qualified.presentedStorage)(\\Self.$\($0), storage: \\Self._\($0)),"
        } + ["  ]", "}"]
    }
    let conformance: DeclSyntax = """
      nonisolated extension \(type.trimmed): \(raw: Qualified.presentingState) {
      \(raw: lines.map { "  " + $0 }.joined(separator: "\n"))
      }
      """
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension PresentedFieldsMacro {
  /// Returns whether `@Reducer` adds the attribute to a nested struct: to a `State` that presents
  /// something, unless its fields are listed for observers, with where they are kept.
  static func suits(
    _ member: StructDeclSyntax, in reducer: some DeclGroupSyntax,
    _ context: some MacroExpansionContext
  ) -> Bool {
    let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    return member.name.text == "State"
      && !["ObservableState", "PresentedFields"].contains(where: member.attributes.contains)
      && member.memberBlock.members.inAllConfigurations.contains { $0.presented != nil }
      && isExtensible(member, in: [reducer] + enclosing)
  }
}

extension MemberBlockItemSyntax {
  /// The name of the property that presents a feature, without backticks; nil where this is none.
  fileprivate var presented: String? {
    guard let property = decl.as(VariableDeclSyntax.self), property.bindings.count == 1,
      ["Presents", "PresentationState"].contains(where: property.attributes.contains)
    else { return nil }
    return property.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      .withoutBackticks
  }
}
