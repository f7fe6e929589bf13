import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ReducerCaseEphemeral`: a mark that `@Reducer` reads.
struct ReducerCaseEphemeralMacro {}

extension ReducerCaseEphemeralMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    requireCase(node, declaration, context)
    return []
  }
}

/// `@ReducerCaseIgnored`: a mark that `@Reducer` reads.
struct ReducerCaseIgnoredMacro {}

extension ReducerCaseIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    requireCase(node, declaration, context)
    return []
  }
}

private func requireCase(
  _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol,
  _ context: some MacroExpansionContext
) {
  if declaration.is(EnumCaseDeclSyntax.self) { return }
  let fixIts = declaration.asProtocol((any WithAttributesSyntax).self)
    .map { [node.removal(from: $0)] }
  context.diagnose(
    Diagnostic(
      node: node,
      message: PandoDiagnostic.notACase(
        attribute: node.baseName ?? node.attributeName.trimmedDescription),
      fixIts: fixIts ?? []))
}
