import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: a struct with a case path for each case, and the conformance.
struct CasePathableMacro {}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard
      let declaration = declaration.as(EnumDeclSyntax.self), !protocols.isEmpty,
      canExtend(declaration, attribute: "CasePathable", in: context)
    else { return [] }
    let printer = CasePathPrinter(enumName: declaration.name.trimmed, access: "")
    let isListed = !printer.list(declaration.memberBlock.members).isEmpty
    // Those that the type does not declare itself.
    let missing = [Qualified.casePathable] + (isListed ? [Qualified.casePathIterable] : [])
    let list = missing.filter { name in
      protocols.contains { name == "\(Qualified.casePaths).\($0.baseName ?? "")" }
    }
    guard !list.isEmpty else { return [] }
    let conformance: DeclSyntax =
      "nonisolated extension \(type.trimmed): \(raw: list.joined(separator: ", ")) {}"
    return [conformance.cast(ExtensionDeclSyntax.self)]
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(notAnEnum(node, declaration))
      return []
    }
    let access = accessPrefix(of: declaration, in: context)
    let printer = CasePathPrinter(enumName: declaration.name.trimmed, access: access)
    var names: Set<String> = []
    let lines = printer.lines(declaration.memberBlock.members, names: &names) { element in
      let name = element.name.trimmedDescription
      context.diagnose(
        Diagnostic(node: element.name, message: PandoDiagnostic.overloadedCase(name: name))
      )
    }
    let list = printer.list(declaration.memberBlock.members)
    var conformances = [Qualified.sendable] + (list.isEmpty ? [] : [Qualified.casePathReflectable])
    if declaration.memberBlock.members.plainCases.contains(where: \.isBinding) {
      conformances.append(Qualified.bindingCasePaths)
    }
    return [
      """
      \(raw: access)nonisolated struct AllCasePaths: \(raw: conformances.joined(separator: ", ")) {
      \(raw: (lines + list).map { $0.isEmpty ? $0 : "  \($0)" }.joined(separator: "\n"))
      }
      """,
      """
      \(raw: access)nonisolated static var allCasePaths: AllCasePaths {
        AllCasePaths()
      }
      """,
    ]
  }

  private static func notAnEnum(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax
  ) -> Diagnostic {
    let fixIts = declaration.asProtocol((any WithAttributesSyntax).self)
      .map { [node.removal(from: $0)] }
    return Diagnostic(
      node: node, message: PandoDiagnostic.notAnEnum, fixIts: fixIts ?? []
    )
  }
}
