import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ReducerMacro {
  /// Reports a use that cannot work.
  static func diagnose(
    _ node: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(
        Diagnostic(
          node: declaration.introducer,
          message: PandoDiagnostic.notAStruct,
          fixIts: node.structFixIts(for: declaration)
        )
      )
      return
    }
    if node.arguments != nil { context.diagnose(conformancesOfAStruct(node)) }
    let members = declaration.memberBlock.members
    diagnoseCoding(of: members, in: context)
    if let type = declaration.unnamedBody { context.diagnose(unnamedBody(type)) }
    guard
      let body = members.first(where: { $0.decl.as(VariableDeclSyntax.self)?.isBody == true }),
      let reduce = members.first(where: { $0.decl.as(FunctionDeclSyntax.self)?.isReduce == true })
    else { return }
    context.diagnose(bodyAndReduce(body: body, reduce: reduce, in: members))
  }

  private static func conformancesOfAStruct(_ node: AttributeSyntax) -> Diagnostic {
    let plain = node.with(\.leftParen, nil).with(\.arguments, nil).with(\.rightParen, nil)
      .with(\.trailingTrivia, node.trailingTrivia)
    return Diagnostic(
      node: node,
      message: PandoDiagnostic.conformancesOfAStruct,
      fixIts: [
        FixIt(
          message: PandoFixIt.removeArguments,
          changes: [.replace(oldNode: Syntax(node), newNode: Syntax(plain))])
      ])
  }

  /// Names what the compiler would only explain behind its own errors.
  static func diagnoseCoding(
    of members: MemberBlockItemListSyntax, in context: some MacroExpansionContext
  ) {
    func diagnose(_ type: some DeclGroupSyntax & NamedDeclSyntax) {
      guard
        ["State", "Action"].contains(type.name.text),
        let (name, kind, node) = WireCodedMacro.uncodableMember(of: type)
      else { return }
      let message = PandoDiagnostic.uncodable(name: name, kind: kind, type: type.name.text)
      context.diagnose(Diagnostic(node: node, message: message))
    }
    for member in members.inAllConfigurations {
      if let type = member.decl.as(StructDeclSyntax.self) { diagnose(type) }
      if let type = member.decl.as(EnumDeclSyntax.self) { diagnose(type) }
    }
  }

  private static func unnamedBody(_ type: TypeSyntax) -> Diagnostic {
    let named: TypeSyntax = "some ReducerOf<Self>"
    return Diagnostic(
      node: type, message: PandoDiagnostic.unnamedBody(type: type.trimmedDescription),
      fixIts: [
        FixIt(
          message: PandoFixIt.replaceType(with: named.description),
          changes: [
            .replace(
              oldNode: Syntax(type),
              newNode: Syntax(named.with(\.trailingTrivia, type.trailingTrivia)))
          ])
      ])
  }

  private static func bodyAndReduce(
    body: MemberBlockItemSyntax,
    reduce: MemberBlockItemSyntax,
    in members: MemberBlockItemListSyntax
  ) -> Diagnostic {
    func removal(of member: MemberBlockItemSyntax, name: String) -> FixIt {
      let rest = members.filter { $0.id != member.id }
      return FixIt(
        message: PandoFixIt.removeMember(name: name),
        changes: [.replace(oldNode: Syntax(members), newNode: Syntax(rest))]
      )
    }
    return Diagnostic(
      node: reduce.decl.cast(FunctionDeclSyntax.self).name,
      message: PandoDiagnostic.bodyAndReduce,
      notes: [Note(node: Syntax(body.decl), message: PandoNote.bodyIsHere)],
      fixIts: [
        removal(of: reduce, name: "reduce(into:action:)"),
        removal(of: body, name: "body"),
      ]
    )
  }
}
