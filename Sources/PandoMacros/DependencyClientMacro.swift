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
    let members = client.memberBlock.members
    for member in members.inAllConfigurations {
      for (node, reason) in member.decl.as(VariableDeclSyntax.self)?.clientObstacles ?? [] {
        context.diagnose(Diagnostic(node: node, message: reason))
      }
    }
    // The rest is written all the same, so that what was reported is all that the compiler reports.
    let access = accessPrefix(of: declaration, in: context)
    func isWanted(_ member: MemberBlockItemSyntax) -> Bool {
      member.initializerLabels != nil || !member.clientProperties.isEmpty
    }
    guard MemberConfigurations.areSeveral(for: members, where: isWanted) else {
      return declarations(of: Array(members), name: client.name.text, access)
        .map { "\(raw: $0.joined(separator: "\n"))" }
    }
    let lines = MemberConfigurations.lines(of: members, where: isWanted) { members in
      Array(declarations(of: members, name: client.name.text, access).joined(separator: [""]))
    }
    return ["\(raw: lines.joined(separator: "\n"))"]
  }

  /// Returns the lines of each declaration that the members of one configuration call for.
  private static func declarations(
    of members: [MemberBlockItemSyntax], name: String, _ access: String
  ) -> [[String]] {
    let printer = DependencyClientPrinter(
      name: name, access: access,
      properties: members.flatMap(\.clientProperties))
    let written = members.compactMap(\.initializerLabels)
    let initializers = [printer.memberwise, printer.unimplemented].compactMap { $0 }
      .filter { !written.contains($0.labels) }
    return initializers.map(\.lines) + printer.methods
  }
}

extension MemberBlockItemSyntax {
  /// The stored properties that this declares, which an initialiser has to set.
  fileprivate var clientProperties: [ClientProperty] {
    decl.as(VariableDeclSyntax.self)?.clientProperties ?? []
  }

  /// The labels of the initialiser that this is; nil where it is none.
  fileprivate var initializerLabels: [String]? {
    decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
      .map(\.firstName.text)
  }
}
