import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@DependencyClient`: both initialisers, and a method for each closure with named parameters.
struct DependencyClientMacro {}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let client = declaration.as(StructDeclSyntax.self) else {
      let fixIts = declaration.asProtocol((any WithAttributesSyntax).self)
        .map { [node.removal(from: $0)] }
      context.diagnose(
        Diagnostic(node: node, message: ClientDiagnostic.notAStruct, fixIts: fixIts ?? []))
      return []
    }
    var properties: [ClientProperty] = []
    var isComplete = true
    for member in client.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      do throws(ClientObstacle) {
        properties += try variable.clientProperties()
      } catch {
        context.diagnose(Diagnostic(node: error.node, message: error.reason))
        isComplete = false
      }
    }
    guard isComplete else { return [] }
    let printer = DependencyClientPrinter(
      name: client.name.text, access: accessPrefix(of: declaration, in: context),
      properties: properties)
    let written = client.memberBlock.members.compactMap { member in
      member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
        .map(\.firstName.text)
    }
    let initializers = [printer.memberwise, printer.unimplemented].compactMap { $0 }
      .filter { !written.contains($0.labels) }
    return (initializers.map(\.lines) + printer.methods).map { lines in
      "\(raw: lines.joined(separator: "\n"))"
    }
  }
}
