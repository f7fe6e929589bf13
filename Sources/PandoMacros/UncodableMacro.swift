import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Uncodable`: what a type declares of coding and comparison and cannot have, so that the compiler does not
/// report that beside what `@Reducer` reported of the type.
struct UncodableMacro {}

extension UncodableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let access = accessPrefix(of: declaration, in: context)
    let conformances = (declaration.inheritanceClause?.inheritedTypes ?? []).flatMap {
      $0.type.baseNames
    }
    let functions = declaration.memberBlock.members.compactMap {
      $0.decl.as(FunctionDeclSyntax.self)?.name.text
    }
    var comparison: [String] = []
    if conformances.contains("Equatable") || conformances.contains("Hashable"),
      !functions.contains("==")
    {
      comparison.append("static func == (left: Self, right: Self) -> Swift.Bool")
    }
    if conformances.contains("Hashable"), !functions.contains("hash") {
      comparison.append("func hash(into hasher: inout Swift.Hasher)")
    }
    let coding = [
      "init(from decoder: any Swift.Decoder) throws",
      "func encode(to encoder: any Swift.Encoder) throws",
    ]
    let stub: DeclSyntax = """
      nonisolated extension \(type.trimmed) {
      \(raw: (coding + comparison).map { "  \(access)\($0) { Swift.fatalError() }" }.joined(separator: "\n"))
      }
      """
    return [stub.cast(ExtensionDeclSyntax.self)]
  }
}
