import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The access modifier, with a space behind it, that generated members of a type need to witness a
/// public protocol: `public ` or `package `, and nothing where the default is wide enough.
func accessPrefix(
  of declaration: some DeclGroupSyntax,
  in context: some MacroExpansionContext
) -> String {
  if let written = declaration.modifiers.accessModifier {
    return wideModifiers.contains(written) ? "\(written) " : ""
  }
  // In `public extension Feature { enum Action {} }` the enum is public without a modifier of its
  // own.
  guard
    let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self),
    let inherited = enclosing.modifiers.accessModifier,
    wideModifiers.contains(inherited)
  else { return "" }
  return "\(inherited) "
}

/// The same for members that name the type itself in what they take or give: `fileprivate ` where an
/// enclosing type is no wider, which the compiler wants to see spelled out.
func ownAccessPrefix(
  of declaration: some DeclGroupSyntax,
  in context: some MacroExpansionContext
) -> String {
  let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
  let isNarrow = ([declaration] + enclosing).contains {
    ["private", "fileprivate"].contains($0.modifiers.accessModifier)
  }
  return isNarrow ? "fileprivate " : accessPrefix(of: declaration, in: context)
}

/// Returns whether an extension at file scope can name a type; reports it when not.
///
/// `private` inside a type means private to that type. At file scope it is as wide as
/// `fileprivate`.
func canExtend(
  _ declaration: some DeclGroupSyntax,
  attribute: String,
  in context: some MacroExpansionContext
) -> Bool {
  let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
  guard !isExtensible(declaration, in: enclosing) else { return true }
  let keyword = declaration.modifiers.first { $0.name.tokenKind == .keyword(.private) }?.name
  let fixIt = keyword.map { keyword in
    FixIt(
      message: PandoFixIt.replaceKeyword("private", with: "fileprivate"),
      changes: [
        .replace(
          oldNode: Syntax(keyword),
          newNode: Syntax(keyword.with(\.tokenKind, .keyword(.fileprivate)))
        )
      ]
    )
  }
  context.diagnose(
    Diagnostic(
      node: keyword ?? declaration.introducer,
      message: PandoDiagnostic.privateInType(attribute: attribute),
      fixIts: fixIt.map { [$0] } ?? []
    )
  )
  return false
}

/// Returns whether an extension at file scope can name a type inside the given ones, the innermost
/// first.
func isExtensible(
  _ declaration: any DeclGroupSyntax, in enclosing: [any DeclGroupSyntax]
) -> Bool {
  ([declaration] + enclosing).dropLast().allSatisfy { $0.modifiers.accessModifier != "private" }
}

/// Returns the declarations around one whose members get attributes, the innermost first.
func declarations(
  around declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext
) -> [any DeclGroupSyntax] {
  let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
  let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
  let first = enclosing.first?.asProtocol((any NamedDeclSyntax).self)?.name.text
  // What the context says of a member may begin with the declaration itself.
  return Array(enclosing.dropFirst(name == first ? 1 : 0))
}

private let wideModifiers: Set<String> = ["public", "package"]

extension DeclModifierListSyntax {
  /// The level of access that is written.
  var accessModifier: String? {
    let levels: Set<String> = ["private", "fileprivate", "internal", "package", "public", "open"]
    return first { $0.detail == nil && levels.contains($0.name.text) }?.name.text
  }
}
